// Sets of input maps as bits, and groups under construction.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "compiler/fusion/grouping.hpp"

namespace nve {

using InputSet = std::vector<uint64_t>;

inline int SizeOf(const InputSet& set) {
  int size = 0;
  for (const uint64_t word : set) size += std::popcount(word);
  return size;
}

/// How many elements of `added` are not in `set`.
inline int NewIn(const InputSet& set, const InputSet& added) {
  int size = 0;
  for (size_t word = 0; word < set.size(); ++word) size += std::popcount(added[word] & ~set[word]);
  return size;
}

inline int SizeOfUnion(const InputSet& a, const InputSet& b) { return SizeOf(a) + NewIn(a, b); }

inline void Include(InputSet& set, const InputSet& added) {
  for (size_t word = 0; word < set.size(); ++word) set[word] |= added[word];
}

/// The input sets of all maps of a problem.
std::vector<InputSet> InputSetsOf(const GroupingProblem& problem);

/// A group with its union of inputs and its counts.
struct OpenGroup {
  Group maps;
  InputSet inputs;
  ProgramCounts counts;

  /// The counts with map `map`, whose inputs are `set`, added.
  ProgramCounts With(const InputSet& set) const {
    return {counts.kernels + SizeOf(set), counts.outputs + 1, counts.inputs + NewIn(inputs, set)};
  }
  void Add(int map, const InputSet& set) {
    counts = With(set);
    maps.push_back(map);
    Include(inputs, set);
  }
};

/// Words no grouping can avoid. Every map pays its share of its program's loads: with m maps
/// sharing a program, at least its own inputs / m, and m is bounded by the instruction buffer even
/// if all loads were shared and all other maps the smallest. Besides, every input is loaded once.
int64_t LowerBoundOfWords(const GroupingProblem& problem, const std::vector<InputSet>& sets);

/// Stream words of a set of groups.
int64_t WordsOf(const GroupingProblem& problem, const std::vector<InputSet>& sets,
                const std::vector<Group>& groups);

}  // namespace nve
