// SPDX-License-Identifier: Apache-2.0
// Sets of input maps, and groups under construction.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/fusion/grouping.hpp"

namespace nve {

/// Input maps that a program loads.
class InputSet {
 public:
  /// The empty set of inputs 0 to `inputs` - 1.
  explicit InputSet(int inputs) : contains_(static_cast<size_t>(inputs), false) {}

  int size() const { return size_; }
  /// How many of `added`, each named once, are not in the set.
  int NewIn(const std::vector<int>& added) const {
    int count = 0;
    for (const int input : added) count += contains_[static_cast<size_t>(input)] ? 0 : 1;
    return count;
  }
  void Include(const std::vector<int>& added) {
    size_ += NewIn(added);
    for (const int input : added) contains_[static_cast<size_t>(input)] = true;
  }

 private:
  std::vector<bool> contains_;
  int size_ = 0;
};

/// One more than the largest input number of a problem.
int InputCount(const GroupingProblem& problem);

/// A group with its union of inputs and its counts.
struct OpenGroup {
  explicit OpenGroup(int all_inputs) : inputs(all_inputs) {}

  Group maps;
  InputSet inputs;
  ProgramCounts counts{0, 0, 0};

  /// The counts with a map added that reads `map_inputs`.
  ProgramCounts With(const std::vector<int>& map_inputs) const {
    return {counts.kernels + static_cast<int>(map_inputs.size()), counts.outputs + 1,
            counts.inputs + inputs.NewIn(map_inputs)};
  }
  void Add(int map, const std::vector<int>& map_inputs) {
    counts = With(map_inputs);
    maps.push_back(map);
    inputs.Include(map_inputs);
  }
};

/// Words no grouping can avoid. Every map pays its share of its program's loads: with m maps
/// sharing a program, at least its own inputs / m, and m is bounded by the instruction buffer even
/// if all loads were shared and all other maps the smallest. Besides, every input is loaded once.
int64_t LowerBoundOfWords(const GroupingProblem& problem);

/// Stream words of a set of groups.
int64_t WordsOf(const GroupingProblem& problem, const std::vector<Group>& groups);

}  // namespace nve
