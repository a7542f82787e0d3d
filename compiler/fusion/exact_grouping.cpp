// SPDX-License-Identifier: Apache-2.0
// Fewest words: by search where that is possible, else by the heuristic. Costs are those of
// schedules at their bound, so some groups may turn out not to fit as they are scheduled. They are
// left out and the best of all others is sought; where they are too many, the costs are raised to
// what they had in common.
#include <algorithm>
#include <limits>
#include <optional>

#include "base/diagnostics/diagnostics.hpp"
#include "compiler/fusion/subset_search.hpp"

namespace nve {
namespace {

constexpr size_t kMaxMaps = 20;     // that are searched
constexpr size_t kMaxMisfits = 40;  // groups that are left out one by one

class GroupMaker {
 public:
  GroupMaker(const GroupingProblem& problem, const NeedsOfGroup& scheduled)
      : problem_(problem), scheduled_(scheduled) {}

  Grouping Run() {
    Grouping grouping;
    if (FindsFitting(grouping)) return grouping;
    const int64_t lower_bound = grouping.lower_bound;
    problem_.cost.RaiseInstructions(least_more_per_kernel_);
    if (!FindsFitting(grouping)) grouping = WithSpareRoom();
    grouping.lower_bound = lower_bound;
    return grouping;
  }

 private:
  // The best grouping whose groups fit as they are scheduled; false if too many do not. The lower
  // bound holds in either case.
  bool FindsFitting(Grouping& grouping) {
    std::optional<SubsetSearch> search;
    const size_t most = problem_.too_large.size() + kMaxMisfits;
    while (problem_.too_large.size() < most) {
      grouping = BestGrouping(search);
      const std::vector<Group> too_large = TooLarge(grouping.groups);
      if (too_large.empty()) return true;
      for (const Group& group : too_large) {
        const bool is_new = problem_.too_large.insert(group).second;
        // Else the same grouping would be found for ever
        NVE_CHECK(is_new, "a group left out was chosen again");
        if (search) search->Exclude(group);
      }
    }
    return false;
  }

  Grouping BestGrouping(std::optional<SubsetSearch>& search) const {
    Grouping grouping = GroupByHeuristic(problem_);
    // One program for everything loads every input once.
    if (grouping.groups.size() == 1) grouping.lower_bound = grouping.words;
    if (grouping.IsExact() || problem_.inputs.size() > kMaxMaps) return grouping;
    if (!search) search.emplace(problem_);
    return search->Run(std::move(grouping));
  }

  // Promises less and less room until all groups fit.
  Grouping WithSpareRoom() {
    while (true) {
      problem_.cost.TakeInstruction();
      Grouping grouping = GroupByHeuristic(problem_);
      if (TooLarge(grouping.groups).empty()) return grouping;
    }
  }

  // The groups that do not fit; one map always does.
  std::vector<Group> TooLarge(const std::vector<Group>& groups) {
    std::vector<Group> too_large;
    for (const Group& group : groups) {
      if (group.size() == 1) continue;
      const ProgramCounts counts = CountsOf(ShapeOf(problem_, group));
      const GroupNeeds needs = scheduled_(group);
      if (problem_.cost.Holds(needs)) continue;
      const int more = needs.instructions - problem_.cost.NeedsOf(counts).instructions;
      least_more_per_kernel_ =
          std::min(least_more_per_kernel_, static_cast<double>(more) / counts.kernels);
      too_large.push_back(group);
    }
    return too_large;
  }

  GroupingProblem problem_;
  const NeedsOfGroup& scheduled_;
  // Instructions above the cost that every group too large needs.
  double least_more_per_kernel_ = std::numeric_limits<double>::max();
};

}  // namespace

Grouping GroupForFewestWords(const GroupingProblem& problem, const NeedsOfGroup& scheduled) {
  return GroupMaker(problem, scheduled).Run();
}

Grouping GroupForFewestWords(const GroupingProblem& problem) {
  return GroupForFewestWords(problem, [&](const Group& group) {
    return problem.cost.NeedsOf(CountsOf(ShapeOf(problem, group)));
  });
}

}  // namespace nve
