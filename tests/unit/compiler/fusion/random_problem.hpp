// SPDX-License-Identifier: Apache-2.0
// Random grouping problems of a few maps, and their best grouping found by trying every partition.
#pragma once

#include <random>

#include "compiler/fusion/grouping.hpp"

namespace nve::testing {

/// A problem with the machine it is posed for, so that a test can price groups by itself.
struct RandomProblem {
  GroupingProblem problem;
  int64_t out_width = 0;
  int instruction_words = 0;
  int local_words = 0;
  int max_maps = 0;  ///< 0 = no limit

  int Maps() const { return static_cast<int>(problem.inputs.size()); }
};

/// Every map fits alone; mostly not all fit together.
RandomProblem MakeRandomProblem(std::mt19937& random, int maps);

/// A problem with these sets of inputs on the machine described by the other numbers.
RandomProblem MakeProblem(const Window& window, std::vector<std::vector<int>> inputs,
                          int64_t out_width, int instruction_words, int local_words, int max_maps);

/// What a group's program needs, from the operations of its shape (docs/code-generation.md,
/// section 7). Independent of GroupCost, whose sums it checks.
GroupNeeds NeedsOfShape(const RandomProblem& random, const Group& group);
bool Fits(const RandomProblem& random, const Group& group);

/// Stream words of a grouping.
int64_t WordsOf(const RandomProblem& random, const std::vector<Group>& groups);

/// The fewest words of all partitions into groups that fit.
int64_t FewestWordsOfAllPartitions(const RandomProblem& random);

}  // namespace nve::testing
