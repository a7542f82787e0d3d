// SPDX-License-Identifier: Apache-2.0
// Greedy merging, then moves of single maps while they save loads; and the lower bound.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "compiler/fusion/input_set.hpp"

namespace nve {
namespace {

constexpr int kMaxRounds = 8;

class Heuristic {
 public:
  explicit Heuristic(const GroupingProblem& problem)
      : problem_(problem), input_count_(InputCount(problem)) {}

  Grouping Run() {
    std::vector<int> left(problem_.inputs.size());
    std::iota(left.begin(), left.end(), 0);
    while (!left.empty()) groups_.push_back(Grow(left));
    for (int round = 0; round < kMaxRounds && MoveMaps(); ++round) {
    }
    Grouping grouping;
    for (OpenGroup& group : groups_) {
      if (group.maps.empty()) continue;
      std::sort(group.maps.begin(), group.maps.end());
      grouping.groups.push_back(std::move(group.maps));
    }
    std::sort(grouping.groups.begin(), grouping.groups.end());
    grouping.words = WordsOf(problem_, grouping.groups);
    grouping.lower_bound = std::min(grouping.words, LowerBoundOfWords(problem_));
    return grouping;
  }

 private:
  const std::vector<int>& InputsOf(int map) const {
    return problem_.inputs[static_cast<size_t>(map)];
  }

  // Whether the group may have the map too.
  bool Fits(const OpenGroup& group, int map) const {
    if (!problem_.cost.Fits(group.With(InputsOf(map)))) return false;
    if (problem_.too_large.empty()) return true;
    Group larger = group.maps;
    larger.push_back(map);
    return !IsTooLarge(std::move(larger));
  }

  // A group may be too large as it is scheduled although a larger one is not.
  bool IsTooLarge(Group maps) const {
    std::sort(maps.begin(), maps.end());
    return problem_.too_large.count(maps) != 0;
  }

  // The map with the most inputs, then always the one that adds the fewest loads, among these the
  // one that shares the most.
  OpenGroup Grow(std::vector<int>& left) {
    OpenGroup group(input_count_);
    auto next = std::max_element(left.begin(), left.end(), [&](int a, int b) {
      return InputsOf(a).size() < InputsOf(b).size();
    });
    while (next != left.end()) {
      group.Add(*next, InputsOf(*next));
      left.erase(next);
      next = left.end();
      std::pair<int, int> best{};
      for (auto map = left.begin(); map != left.end(); ++map) {
        const std::vector<int>& inputs = InputsOf(*map);
        const int added = group.inputs.NewIn(inputs);
        const std::pair<int, int> cost = {added, added - static_cast<int>(inputs.size())};
        if (next != left.end() && cost >= best) continue;
        if (!Fits(group, *map)) continue;
        next = map;
        best = cost;
      }
    }
    return group;
  }

  OpenGroup Without(const OpenGroup& group, int map) const {
    OpenGroup rest(input_count_);
    for (const int other : group.maps) {
      if (other != map) rest.Add(other, InputsOf(other));
    }
    return rest;
  }

  // One round: every map to the group where it saves most. False if none moved.
  bool MoveMaps() {
    bool moved = false;
    for (OpenGroup& from : groups_) {
      for (const int map : Group(from.maps)) moved = MoveMap(from, map) || moved;
    }
    return moved;
  }

  bool MoveMap(OpenGroup& from, int map) {
    const std::vector<int>& inputs = InputsOf(map);
    OpenGroup rest = Without(from, map);
    if (IsTooLarge(rest.maps)) return false;
    const int saved = from.counts.inputs - rest.counts.inputs;
    OpenGroup* best = nullptr;
    int best_added = saved;
    for (OpenGroup& to : groups_) {
      if (&to == &from || to.maps.empty()) continue;
      const int added = to.inputs.NewIn(inputs);
      if (added >= best_added || !Fits(to, map)) continue;
      best = &to;
      best_added = added;
    }
    if (best == nullptr) return false;
    best->Add(map, inputs);
    from = std::move(rest);
    return true;
  }

  const GroupingProblem& problem_;
  int input_count_;
  std::vector<OpenGroup> groups_;
};

}  // namespace

int InputCount(const GroupingProblem& problem) {
  int count = 0;
  for (const std::vector<int>& inputs : problem.inputs) {
    for (const int input : inputs) count = std::max(count, input + 1);
  }
  return count;
}

int64_t WordsOf(const GroupingProblem& problem, const std::vector<Group>& groups) {
  const int input_count = InputCount(problem);
  int64_t words = 0;
  for (const Group& group : groups) {
    OpenGroup open(input_count);
    for (const int map : group) open.Add(map, problem.inputs[static_cast<size_t>(map)]);
    words += problem.cost.NeedsOf(open.counts).stream_words;
  }
  return words;
}

int64_t LowerBoundOfWords(const GroupingProblem& problem) {
  std::vector<int> sizes;
  InputSet all(InputCount(problem));
  int kernels = 0;
  for (const std::vector<int>& inputs : problem.inputs) {
    sizes.push_back(static_cast<int>(inputs.size()));
    kernels += sizes.back();
    all.Include(inputs);
  }
  std::vector<int> ascending = sizes;
  std::sort(ascending.begin(), ascending.end());
  double loads = 0;
  for (const int size : sizes) {
    ProgramCounts counts = {size, 1, size};
    for (const int other : ascending) {
      const ProgramCounts more = {counts.kernels + other, counts.outputs + 1, size};
      if (counts.outputs == static_cast<int>(sizes.size()) || !problem.cost.Fits(more)) break;
      counts = more;
    }
    loads += static_cast<double>(size) / counts.outputs;
  }
  // A little less than the sum, so that rounding cannot raise it.
  const auto least = std::max(static_cast<int>(std::ceil(loads - 1e-6)), all.size());
  return problem.cost.NeedsOf({kernels, static_cast<int>(sizes.size()), least}).stream_words;
}

Grouping GroupByHeuristic(const GroupingProblem& problem) { return Heuristic(problem).Run(); }

}  // namespace nve
