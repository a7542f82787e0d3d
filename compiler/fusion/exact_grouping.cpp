// Fewest words: by search where that is possible, else by the heuristic; until every group fits as
// it is scheduled.
#include <algorithm>
#include <iterator>
#include <optional>

#include "compiler/fusion/subset_search.hpp"

namespace nve {
namespace {

constexpr size_t kMaxMaps = 20;  // that are searched
constexpr int kMaxTries = 20;    // to find groups that fit as they are scheduled
constexpr int kMaxSearches = 4;  // with room to spare

// The groups of several maps that do not fit.
std::vector<Group> TooLarge(const std::vector<Group>& groups, const SizeOfGroup& fits) {
  std::vector<Group> too_large;
  std::copy_if(groups.begin(), groups.end(), std::back_inserter(too_large),
               [&](const Group& group) { return group.size() > 1 && !fits(group); });
  return too_large;
}

// The heuristic's grouping or a better one, of a problem that `search` is of: made if it is needed.
Grouping BestGrouping(const GroupingProblem& problem, std::optional<SubsetSearch>& search) {
  Grouping grouping = GroupByHeuristic(problem);
  // One program for everything loads every input once.
  if (grouping.groups.size() == 1) grouping.lower_bound = grouping.words;
  if (grouping.IsExact() || problem.inputs.size() > kMaxMaps) return grouping;
  if (!search) search.emplace(problem);
  return search->Run(std::move(grouping));
}

// Promises less and less room until all groups fit.
Grouping GroupWithSpareRoom(GroupingProblem problem, const SizeOfGroup& fits) {
  for (int spare = 1;; ++spare) {
    problem.cost.TakeInstruction();
    std::optional<SubsetSearch> search;
    Grouping grouping =
        spare <= kMaxSearches ? BestGrouping(problem, search) : GroupByHeuristic(problem);
    if (TooLarge(grouping.groups, fits).empty()) return grouping;
  }
}

}  // namespace

Grouping GroupForFewestWords(const GroupingProblem& problem, const SizeOfGroup& fits) {
  GroupingProblem left = problem;
  std::optional<SubsetSearch> search;
  int64_t lower_bound = 0;
  for (int tries = 0; tries < kMaxTries; ++tries) {
    Grouping grouping = BestGrouping(left, search);
    const std::vector<Group> too_large = TooLarge(grouping.groups, fits);
    if (too_large.empty()) return grouping;
    lower_bound = grouping.lower_bound;
    for (const Group& group : too_large) {
      left.too_large.insert(group);
      if (search) search->Exclude(group);
    }
  }
  Grouping grouping = GroupWithSpareRoom(left, fits);
  grouping.lower_bound = lower_bound;
  return grouping;
}

}  // namespace nve
