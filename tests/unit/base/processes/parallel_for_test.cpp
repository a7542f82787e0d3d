// SPDX-License-Identifier: Apache-2.0
// Pieces of work on threads.
#include "base/processes/parallel_for.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {
namespace {

TEST(ParallelForTest, EachPieceOnceAndExceptionsComeOut) {
  std::vector<int> calls(1000);
  ParallelFor(calls.size(), [&](size_t i) { ++calls[i]; });
  EXPECT_EQ(calls, std::vector<int>(1000, 1));
  ParallelFor(0, [](size_t) { FAIL(); });
  EXPECT_THROW(ParallelFor(100,
                           [](size_t i) {
                             if (i == 50) throw InputError("piece");
                           }),
               InputError);
}

}  // namespace
}  // namespace nve
