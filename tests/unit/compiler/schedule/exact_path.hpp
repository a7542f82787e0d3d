// SPDX-License-Identifier: Apache-2.0
// A register path that is compared with exhaustive search.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/schedule/register_path.hpp"
#include "tests/unit/compiler/schedule/exhaustive_path.hpp"

namespace nve::testing {

/// Checks both goals; returns the path with the fewest cycles.
inline RegisterPath ExpectExact(const OperationSequence& sequence, bool share) {
  for (const PathGoal goal : {PathGoal::kCycles, PathGoal::kWords}) {
    const RegisterPath path = ShortestRegisterPath(sequence, goal, share);
    const PathSize least = ExhaustivePath(sequence, goal, share);
    EXPECT_EQ(path.cycles, least.cycles);
    EXPECT_EQ(path.words, least.words);
    EXPECT_EQ(PathProblem(sequence, path, share), "");
    EXPECT_EQ(path.words, std::count(path.wreg_is_set.begin(), path.wreg_is_set.end(), true));
  }
  return ShortestRegisterPath(sequence, PathGoal::kCycles, share);
}

}  // namespace nve::testing
