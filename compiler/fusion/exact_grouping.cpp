// Exact grouping: depth-first search over partitions. The first map that is not yet in a program
// chooses its companions among those behind it, so every partition is met once. A set of grouped maps
// that was reached before with fewer words is not entered again, nor one whose words plus the share
// the others must pay reach the best partition known.
#include <algorithm>
#include <unordered_map>

#include "compiler/fusion/input_set.hpp"

namespace nve {
namespace {

constexpr int64_t kMaxSteps = 3'000'000;
constexpr int kMaxMaps = 64;

class ExactSearch {
 public:
  ExactSearch(const GroupingProblem& problem, Grouping incumbent)
      : problem_(problem), sets_(InputSetsOf(problem)), best_(std::move(incumbent)) {}

  Grouping Run() {
    Partition(0, 0);
    if (steps_ <= kMaxSteps) best_.lower_bound = best_.words;
    return std::move(best_);
  }

 private:
  int Maps() const { return static_cast<int>(sets_.size()); }

  // Words that the maps outside `grouped` must cost at least.
  int64_t Rest(uint64_t grouped) {
    const auto [entry, is_new] = rest_.try_emplace(grouped, 0);
    if (!is_new) return entry->second;
    std::vector<InputSet> others;
    for (int map = 0; map < Maps(); ++map) {
      if ((grouped >> map & 1) == 0) others.push_back(sets_[static_cast<size_t>(map)]);
    }
    if (!others.empty()) entry->second = LowerBoundOfWords(problem_, others);
    return entry->second;
  }

  void Partition(uint64_t grouped, int64_t words) {
    int first = 0;
    while (first < Maps() && (grouped >> first & 1) != 0) ++first;
    if (first == Maps()) {
      if (words >= best_.words) return;
      best_.words = words;
      best_.groups = groups_;
      return;
    }
    if (words + Rest(grouped) >= best_.words) return;
    const auto [entry, is_new] = reached_.try_emplace(grouped, words);
    if (!is_new && entry->second <= words) return;
    entry->second = words;
    OpenGroup group;
    group.inputs.assign(sets_.front().size(), 0);
    group.Add(first, sets_[static_cast<size_t>(first)]);
    Companions(group, first + 1, grouped | uint64_t{1} << first, words);
  }

  // Adds further maps from `next` on, then closes the group. Larger groups first: they save most.
  void Companions(const OpenGroup& group, int next, uint64_t grouped, int64_t words) {
    if (++steps_ > kMaxSteps) return;
    for (int map = next; map < Maps(); ++map) {
      const InputSet& set = sets_[static_cast<size_t>(map)];
      if ((grouped >> map & 1) != 0 || !Fits(problem_, group.With(set))) continue;
      OpenGroup larger = group;
      larger.Add(map, set);
      Companions(larger, map + 1, grouped | uint64_t{1} << map, words);
    }
    groups_.push_back(group.maps);
    Partition(grouped, words + NeedsOf(problem_, group.counts).stream_words);
    groups_.pop_back();
  }

  const GroupingProblem& problem_;
  std::vector<InputSet> sets_;
  Grouping best_;
  std::vector<Group> groups_;
  std::unordered_map<uint64_t, int64_t> reached_;
  std::unordered_map<uint64_t, int64_t> rest_;
  int64_t steps_ = 0;
};

}  // namespace

Grouping GroupForFewestWords(const GroupingProblem& problem) {
  Grouping heuristic = GroupByHeuristic(problem);
  // One program for everything loads every input once.
  if (heuristic.IsExact() || heuristic.groups.size() == 1) {
    heuristic.lower_bound = heuristic.words;
    return heuristic;
  }
  if (problem.inputs.size() > kMaxMaps) return heuristic;
  return ExactSearch(problem, std::move(heuristic)).Run();
}

}  // namespace nve
