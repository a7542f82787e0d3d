// SPDX-License-Identifier: Apache-2.0
// A run that compared nothing, or whose sides took different times, has failed.
#include "host/lockstep/lockstep_end.hpp"

#include <gtest/gtest.h>

namespace nve {
namespace {

TEST(LockstepEnd, NothingComparedFailsAndSoDoesADelta) {
  EXPECT_EQ(LockstepProblem(1, 0), "");
  EXPECT_EQ(LockstepProblem(0, 0), "lockstep compared no cycle");
  EXPECT_EQ(LockstepProblem(1, 1), "RTL and golden model differ by 1 cycles");
  EXPECT_EQ(LockstepProblem(1, -1), "RTL and golden model differ by -1 cycles");
}

}  // namespace
}  // namespace nve
