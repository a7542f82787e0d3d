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
      : problem_(problem), sets_(InputSetsOf(problem)) {}

  Grouping Run() {
    std::vector<int> left(sets_.size());
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
    grouping.words = WordsOf(problem_, sets_, grouping.groups);
    grouping.lower_bound = std::min(grouping.words, LowerBoundOfWords(problem_, sets_));
    return grouping;
  }

 private:
  OpenGroup Empty() const {
    OpenGroup group;
    group.inputs.assign(sets_.front().size(), 0);
    return group;
  }

  // The map with the most inputs, then always the one that adds the fewest loads, among these the
  // one that shares the most.
  OpenGroup Grow(std::vector<int>& left) {
    const auto set = [this](int map) -> const InputSet& { return sets_[static_cast<size_t>(map)]; };
    OpenGroup group = Empty();
    auto next = std::max_element(left.begin(), left.end(),
                                 [&](int a, int b) { return SizeOf(set(a)) < SizeOf(set(b)); });
    while (next != left.end()) {
      group.Add(*next, set(*next));
      left.erase(next);
      next = left.end();
      std::pair<int, int> best{};
      for (auto map = left.begin(); map != left.end(); ++map) {
        const int added = NewIn(group.inputs, set(*map));
        const std::pair<int, int> cost = {added, added - SizeOf(set(*map))};
        if (next != left.end() && cost >= best) continue;
        if (!problem_.cost.Fits(group.With(set(*map)))) continue;
        next = map;
        best = cost;
      }
    }
    return group;
  }

  OpenGroup Without(const OpenGroup& group, int map) const {
    OpenGroup rest = Empty();
    for (const int other : group.maps) {
      if (other != map) rest.Add(other, sets_[static_cast<size_t>(other)]);
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
    const InputSet& set = sets_[static_cast<size_t>(map)];
    OpenGroup rest = Without(from, map);
    const int saved = from.counts.inputs - rest.counts.inputs;
    OpenGroup* best = nullptr;
    int best_added = saved;
    for (OpenGroup& to : groups_) {
      if (&to == &from || to.maps.empty()) continue;
      const int added = NewIn(to.inputs, set);
      if (added >= best_added || !problem_.cost.Fits(to.With(set))) continue;
      best = &to;
      best_added = added;
    }
    if (best == nullptr) return false;
    best->Add(map, set);
    from = std::move(rest);
    return true;
  }

  const GroupingProblem& problem_;
  std::vector<InputSet> sets_;
  std::vector<OpenGroup> groups_;
};

}  // namespace

std::vector<InputSet> InputSetsOf(const GroupingProblem& problem) {
  int most = 0;
  for (const std::vector<int>& inputs : problem.inputs) {
    for (const int input : inputs) most = std::max(most, input);
  }
  std::vector<InputSet> sets;
  for (const std::vector<int>& inputs : problem.inputs) {
    InputSet set(static_cast<size_t>(most) / 64 + 1, 0);
    for (const int input : inputs)
      set[static_cast<size_t>(input) / 64] |= uint64_t{1} << input % 64;
    sets.push_back(std::move(set));
  }
  return sets;
}

int64_t WordsOf(const GroupingProblem& problem, const std::vector<InputSet>& sets,
                const std::vector<Group>& groups) {
  int64_t words = 0;
  for (const Group& group : groups) {
    OpenGroup open;
    open.inputs.assign(sets.front().size(), 0);
    for (const int map : group) open.Add(map, sets[static_cast<size_t>(map)]);
    words += problem.cost.NeedsOf(open.counts).stream_words;
  }
  return words;
}

int64_t LowerBoundOfWords(const GroupingProblem& problem, const std::vector<InputSet>& sets) {
  std::vector<int> sizes;
  InputSet all(sets.front().size(), 0);
  int kernels = 0;
  for (const InputSet& set : sets) {
    sizes.push_back(SizeOf(set));
    kernels += sizes.back();
    Include(all, set);
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
  const auto least = std::max(static_cast<int>(std::ceil(loads - 1e-6)), SizeOf(all));
  return problem.cost.NeedsOf({kernels, static_cast<int>(sets.size()), least}).stream_words;
}

Grouping GroupByHeuristic(const GroupingProblem& problem) { return Heuristic(problem).Run(); }

}  // namespace nve
