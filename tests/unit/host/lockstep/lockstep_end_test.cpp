// SPDX-License-Identifier: Apache-2.0
// A run that compared nothing, or whose sides took different times, has failed.
#include "host/lockstep/lockstep_end.hpp"

#include <gtest/gtest.h>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {
namespace {

TEST(LockstepEnd, NothingComparedFailsAndSoDoesADelta) {
  EXPECT_NO_THROW(CheckLockstepEnd(1, 0));
  EXPECT_THROW(CheckLockstepEnd(0, 0), CheckFailed);
  EXPECT_THROW(CheckLockstepEnd(1, 1), CheckFailed);
  EXPECT_THROW(CheckLockstepEnd(1, -1), CheckFailed);
}

}  // namespace
}  // namespace nve
