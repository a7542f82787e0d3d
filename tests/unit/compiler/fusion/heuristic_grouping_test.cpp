// SPDX-License-Identifier: Apache-2.0
// The heuristic grouping against the same procedure written down plainly: greedy growth, then moves
// of single maps; and where exact search ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "tests/unit/compiler/fusion/random_problem.hpp"

namespace nve {
namespace {

using testing::RandomProblem;

class PlainHeuristic {
 public:
  explicit PlainHeuristic(const RandomProblem& random) : random_(random) {}

  std::vector<Group> Run() {
    for (int map = 0; map < random_.Maps(); ++map) left_.push_back(map);
    while (!left_.empty()) Grow();
    for (int round = 0; round < 8; ++round) {
      if (!MoveEveryMap()) break;
    }
    groups_.erase(std::remove(groups_.begin(), groups_.end(), Group()), groups_.end());
    for (Group& group : groups_) std::sort(group.begin(), group.end());
    std::sort(groups_.begin(), groups_.end());
    return groups_;
  }

  int moves() const { return moves_; }
  int choices() const { return choices_; }

 private:
  const std::vector<int>& InputsOf(int map) const {
    return random_.problem.inputs[static_cast<size_t>(map)];
  }

  int Loads(const Group& group) const {
    std::set<int> loads;
    for (const int map : group) loads.insert(InputsOf(map).begin(), InputsOf(map).end());
    return static_cast<int>(loads.size());
  }

  static Group With(Group group, int map) {
    group.push_back(map);
    return group;
  }

  static Group Without(Group group, int map) {
    group.erase(std::find(group.begin(), group.end(), map));
    return group;
  }

  int AddedTo(const Group& group, int map) const { return Loads(With(group, map)) - Loads(group); }

  // The map with the most inputs, then always the one that adds the fewest loads, of these the one
  // that shares the most, of these the first.
  void Grow() {
    Group group;
    while (true) {
      int best = -1;
      std::tuple<int, int> least;
      for (const int map : left_) {
        if (!testing::Fits(random_, With(group, map))) continue;
        const int added = AddedTo(group, map);
        const auto size = static_cast<int>(InputsOf(map).size());
        const auto rank = group.empty() ? std::tuple(-size, 0) : std::tuple(added, added - size);
        if (best >= 0 && rank >= least) continue;
        best = map;
        least = rank;
      }
      if (best < 0) break;
      group.push_back(best);
      left_ = Without(left_, best);
    }
    groups_.push_back(group);
  }

  // Every map to the group where it saves most.
  bool MoveEveryMap() {
    bool moved = false;
    for (Group& from : groups_) {
      for (const int map : Group(from)) {
        const int saved = Loads(from) - Loads(Without(from, map));
        Group* best = nullptr;
        int candidates = 0;
        for (Group& to : groups_) {
          if (&to == &from || to.empty() || !testing::Fits(random_, With(to, map))) continue;
          if (AddedTo(to, map) >= saved) continue;
          ++candidates;
          if (best == nullptr || AddedTo(to, map) < AddedTo(*best, map)) best = &to;
        }
        if (best == nullptr) continue;
        best->push_back(map);
        from = Without(from, map);
        moved = true;
        ++moves_;
        choices_ += candidates > 1;
      }
    }
    return moved;
  }

  const RandomProblem& random_;
  std::vector<int> left_;
  std::vector<Group> groups_;
  int moves_ = 0;
  int choices_ = 0;
};

TEST(HeuristicGrouping, GrowsGroupsAndMovesMaps) {
  std::mt19937 random(1);
  int moves = 0;
  int choices = 0;
  for (int n = 0; n < 1500; ++n) {
    const RandomProblem p = testing::MakeRandomProblem(random, 4 + n % 20);
    PlainHeuristic plain(p);
    EXPECT_EQ(GroupByHeuristic(p.problem).groups, plain.Run()) << n;
    moves += plain.moves();
    choices += plain.choices();
  }
  // Maps do move, and some have more than one group to go to.
  EXPECT_GT(moves, 50);
  EXPECT_GT(choices, 5);
}

// Twenty maps alike are proved to need three programs (exact_grouping_test.cpp); of one more only
// the bound of equal shares is known.
TEST(HeuristicGrouping, IsAllThereIsBeyondTwentyMaps) {
  const std::vector<std::vector<int>> inputs(21, {0, 1, 2, 3, 4, 5});
  const RandomProblem p = testing::MakeProblem({1, 1, 1, 1}, inputs, 50, 10000, 10000, 8);
  const Grouping heuristic = GroupByHeuristic(p.problem);
  const Grouping grouping = GroupForFewestWords(p.problem);
  EXPECT_EQ(grouping.groups, heuristic.groups);
  EXPECT_EQ(grouping.words, heuristic.words);
  EXPECT_EQ(grouping.lower_bound, heuristic.lower_bound);
  EXPECT_LT(grouping.lower_bound, grouping.words);
}

}  // namespace
}  // namespace nve
