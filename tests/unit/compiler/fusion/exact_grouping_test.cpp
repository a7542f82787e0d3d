// SPDX-License-Identifier: Apache-2.0
// Grouping for the fewest words: equal to the best of all partitions on random problems, never
// above the other procedures, its bound never above the optimum.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "compiler/schedule/optimal.hpp"
#include "tests/unit/compiler/fusion/random_problem.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;
using testing::RandomProblem;

// Each map in one group, every group fits.
void ExpectPartition(const RandomProblem& random, const std::vector<Group>& groups) {
  std::vector<int> times(random.problem.inputs.size(), 0);
  for (const Group& group : groups) {
    EXPECT_TRUE(testing::Fits(random, group));
    for (const int map : group) ++times[static_cast<size_t>(map)];
  }
  EXPECT_THAT(times, ::testing::Each(1));
}

void ExpectAscending(const std::vector<Group>& groups) {
  for (const Group& group : groups) EXPECT_TRUE(std::is_sorted(group.begin(), group.end()));
}

// What every grouping says of itself must be true.
void ExpectTruthful(const RandomProblem& random, const Grouping& grouping, int64_t optimum) {
  ExpectPartition(random, grouping.groups);
  ExpectAscending(grouping.groups);
  EXPECT_EQ(grouping.words, testing::WordsOf(random, grouping.groups));
  EXPECT_LE(grouping.lower_bound, optimum);
  EXPECT_GE(grouping.words, optimum);
}

TEST(ExactGrouping, IsTheBestOfAllPartitions) {
  std::mt19937 random(1);
  int several = 0;
  int better_than_heuristic = 0;
  int better_than_procedures = 0;
  for (int n = 0; n < 500; ++n) {
    SCOPED_TRACE(n);
    const RandomProblem p = testing::MakeRandomProblem(random, 1 + n % 8);
    const int64_t optimum = testing::FewestWordsOfAllPartitions(p);
    const Grouping exact = GroupForFewestWords(p.problem);
    ExpectTruthful(p, exact, optimum);
    EXPECT_EQ(exact.words, optimum);
    EXPECT_TRUE(exact.IsExact());

    const Grouping heuristic = GroupByHeuristic(p.problem);
    ExpectTruthful(p, heuristic, optimum);
    const SizeOfGroup fits = [&](const Group& group) { return testing::Fits(p, group); };
    int64_t published = std::numeric_limits<int64_t>::max();
    for (const auto procedure : {BundleInOrder, FuseGreedily}) {
      const std::vector<Group> groups = procedure(p.problem, fits);
      ExpectPartition(p, groups);
      published = std::min(published, testing::WordsOf(p, groups));
    }
    EXPECT_LE(exact.words, published);
    several += exact.groups.size() > 1;
    better_than_heuristic += exact.words < heuristic.words;
    better_than_procedures += exact.words < published;
    if (HasFailure()) break;
  }
  // The problems are hard enough to tell the procedures apart.
  EXPECT_GT(several, 250);
  EXPECT_GT(better_than_heuristic, 20);
  EXPECT_GT(better_than_procedures, 50);
}

TEST(ExactGrouping, HeuristicSaysExactOnlyWhereItIs) {
  std::mt19937 random(2);
  int said = 0;
  int optimal = 0;
  for (int n = 0; n < 300; ++n) {
    const RandomProblem p = testing::MakeRandomProblem(random, 2 + n % 6);
    const Grouping heuristic = GroupByHeuristic(p.problem);
    const bool is_optimal = heuristic.words == testing::FewestWordsOfAllPartitions(p);
    optimal += is_optimal;
    if (!heuristic.IsExact()) continue;
    ++said;
    EXPECT_TRUE(is_optimal) << n;
  }
  EXPECT_GT(said, 30);
  EXPECT_LT(optimal, 300);
}

TEST(ExactGrouping, KeepsTheLimitOfMaps) {
  for (int most = 1; most <= 5; ++most) {
    const RandomProblem p =
        testing::MakeProblem({3, 3, 1, 1}, {{0}, {0}, {1}, {0, 1}, {1}}, 20, 10000, 10000, most);
    const Grouping grouping = GroupForFewestWords(p.problem);
    ExpectTruthful(p, grouping, testing::FewestWordsOfAllPartitions(p));
    EXPECT_TRUE(grouping.IsExact());
    EXPECT_EQ(static_cast<int>(grouping.groups.size()), (5 + most - 1) / most);
  }
}

// Two maps of three share two inputs; the pair costs 3 loads, any other 4 or more.
TEST(ExactGrouping, PairsWhatSharesMost) {
  const RandomProblem p = testing::MakeProblem({3, 3, 1, 1}, {{0, 1}, {2, 3, 4}, {0, 1, 5}, {2, 3}},
                                               100, 10000, 10000, 2);
  const Grouping grouping = GroupForFewestWords(p.problem);
  EXPECT_THAT(grouping.groups, ElementsAre(ElementsAre(0, 2), ElementsAre(1, 3)));
  // 47 and 46 coefficients in 12 words each; 102 columns of 3 words for 3 + 3 loads.
  EXPECT_EQ(grouping.words, 12 + 12 + 6 * 102 * 3);
}

// Families of maps that read the same inputs and just fill a program: above 20 maps the heuristic
// finds them, and its bound is met.
TEST(ExactGrouping, BeyondTwentyMapsTheBoundStillHolds) {
  std::vector<std::vector<int>> inputs;
  for (int map = 0; map < 28; ++map) inputs.push_back({2 * (map % 4), 2 * (map % 4) + 1});
  const RandomProblem p = testing::MakeProblem({3, 3, 1, 1}, inputs, 50, 10000, 10000, 7);
  const Grouping grouping = GroupForFewestWords(p.problem);
  ExpectPartition(p, grouping.groups);
  ExpectAscending(grouping.groups);
  EXPECT_EQ(grouping.groups.size(), 4u);
  // 7 * 19 coefficients in 34 words; 52 columns of 3 words for 8 loads.
  EXPECT_EQ(grouping.words, 4 * 34 + 8 * 52 * 3);
  EXPECT_LE(grouping.lower_bound, grouping.words);
  EXPECT_EQ(grouping.lower_bound, 133 + 8 * 52 * 3);
  EXPECT_FALSE(grouping.IsExact());  // four programs round their coefficients up, one would not
}

// Twenty maps alike, at most eight in a program: three programs are needed, where shares of an
// eighth say two and a half. Maps that read the same can change places, so few sets are to be
// tried.
TEST(ExactGrouping, MapsAlikeAreNoWork) {
  const std::vector<std::vector<int>> inputs(20, {0, 1, 2, 3, 4, 5});
  const RandomProblem p = testing::MakeProblem({1, 1, 1, 1}, inputs, 50, 10000, 10000, 8);
  const Grouping grouping = GroupForFewestWords(p.problem);
  ExpectPartition(p, grouping.groups);
  // 20 * 7 coefficients in 14, 14 and 7 words; 50 columns of 2 words for 3 times 6 loads.
  EXPECT_EQ(grouping.words, 35 + 18 * 50 * 2);
  EXPECT_TRUE(grouping.IsExact());
}

// Each also reads a map of its own: far too many sets fit together, and the search is given up.
TEST(ExactGrouping, AbandonedSearchKeepsATrueBound) {
  std::vector<std::vector<int>> inputs;
  for (int map = 0; map < 20; ++map) inputs.push_back({0, 1, 2, 3, 4, 5, 6 + map});
  const RandomProblem p = testing::MakeProblem({1, 1, 1, 1}, inputs, 50, 10000, 10000, 8);
  const Grouping grouping = GroupForFewestWords(p.problem);
  ExpectPartition(p, grouping.groups);
  // Two words of coefficients for each; three programs load six maps and those of their own.
  const int64_t optimum = 40 + (3 * 6 + 20) * 50 * 2;
  EXPECT_EQ(grouping.words, optimum);
  EXPECT_LT(grouping.lower_bound, optimum);
  // By the shares: two and a half programs.
  EXPECT_GE(grouping.lower_bound, 40 + (5 * 3 + 20) * 50 * 2);
  EXPECT_FALSE(grouping.IsExact());
}

// Costs are those of schedules at their bound. Where schedules turn out larger, groups that do not
// fit are left out, and the best of all others is found, or a good one if too many are.
TEST(ExactGrouping, IsTheBestOfTheGroupsThatFitAsScheduled) {
  std::mt19937 random(5);
  int larger = 0;
  int optimal = 0;
  for (int n = 0; n < 300; ++n) {
    SCOPED_TRACE(n);
    const RandomProblem p = testing::MakeRandomProblem(random, 2 + n % 7);
    const int more = 1 + n % 12;
    const RandomProblem promised =
        testing::MakeProblem(p.problem.window, p.problem.inputs, p.out_width,
                             p.instruction_words + more, p.local_words, p.max_maps);
    const int64_t optimum = testing::FewestWordsOfAllPartitions(p);
    const Grouping grouping = GroupForFewestWords(promised.problem, [&](const Group& group) {
      GroupNeeds needs = testing::NeedsOfShape(p, group);
      needs.instructions += more;
      return needs;
    });
    ExpectTruthful(p, grouping, optimum);
    larger += GroupForFewestWords(promised.problem).words < optimum;
    optimal += grouping.IsExact();
    if (HasFailure()) break;
  }
  EXPECT_GT(larger, 20);
  EXPECT_GT(optimal, 290);
}

// Schedules twice as long as their bound, as the plain ones may be: groups become smaller until all
// fit, also beyond twenty maps and where only single maps do.
TEST(ExactGrouping, MakesGroupsSmallerUntilTheyFit) {
  for (const int maps : {12, 30}) {
    std::vector<std::vector<int>> inputs;
    for (int map = 0; map < maps; ++map) inputs.push_back({map % 5, 5 + map % 7});
    const RandomProblem p = testing::MakeProblem({3, 3, 1, 1}, inputs, 50, 400, 10000, 0);
    for (const size_t most : {size_t{1}, size_t{3}}) {
      const Grouping grouping = GroupForFewestWords(p.problem, [&](const Group& group) {
        return GroupNeeds{static_cast<int>(400 * group.size() / most), 0, 0};
      });
      ExpectPartition(p, grouping.groups);
      for (const Group& group : grouping.groups) EXPECT_LE(group.size(), most);
      const auto singles = static_cast<size_t>(maps);
      EXPECT_EQ(grouping.groups.size() < singles, most > 1) << grouping.groups.size();
      EXPECT_EQ(grouping.words, testing::WordsOf(p, grouping.groups));
      EXPECT_LE(grouping.lower_bound, grouping.words);
      EXPECT_GT(grouping.lower_bound, 0);
    }
  }
}

// Schedules made map by map may fit with one map more and not without it. Moving a map must not
// bring a group back that was left out: that search had no end.
TEST(ExactGrouping, EndsWhereSmallerGroupsDoNotFit) {
  std::mt19937 random(7);
  for (int n = 0; n < 200; ++n) {
    SCOPED_TRACE(n);
    std::vector<std::vector<int>> inputs;
    for (int map = 0; map < 25; ++map) inputs.push_back({static_cast<int>(random() % 12)});
    const RandomProblem p = testing::MakeProblem({1, 7, 2, 7}, inputs, 116, 400, 10000, 0);
    const auto seed = static_cast<unsigned>(random());
    const auto fits = [seed](const Group& group) {
      unsigned hash = seed;
      for (const int map : group) hash = (hash ^ static_cast<unsigned>(map)) * 16777619u;
      return group.size() == 1 || hash % 4 != 0;
    };
    const Grouping grouping = GroupForFewestWords(p.problem, [&](const Group& group) {
      GroupNeeds needs = testing::NeedsOfShape(p, group);
      if (!fits(group)) needs.instructions = 1000;
      return needs;
    });
    ExpectPartition(p, grouping.groups);
    for (const Group& group : grouping.groups) EXPECT_TRUE(fits(group));
  }
}

// The linear sums of GroupCost are the sizes of real programs wherever these are at their bound.
TEST(GroupCost, IsWhatTheSchedulerMakes) {
  std::mt19937 random(4);
  int at_bound = 0;
  for (int n = 0; n < 120; ++n) {
    const RandomProblem p = testing::MakeRandomProblem(random, 3);
    for (const Group& group : std::vector<Group>{{0}, {0, 2}, {0, 1, 2}}) {
      const ProgramShape shape = ShapeOf(p.problem, group);
      const GroupNeeds needs = p.problem.cost.NeedsOf(CountsOf(shape));
      const GroupNeeds expected = testing::NeedsOfShape(p, group);
      EXPECT_EQ(needs.instructions, expected.instructions);
      EXPECT_EQ(needs.local_words, expected.local_words);
      EXPECT_EQ(needs.stream_words, expected.stream_words);
      EXPECT_EQ(p.problem.cost.Fits(CountsOf(shape)), testing::Fits(p, group));
      const Schedule schedule = ScheduleOptimal(shape).schedule;
      EXPECT_GE(schedule.Instructions(), needs.instructions);
      if (schedule.length > BoundOf(shape).Max() || schedule.extra > 1) continue;
      const auto words = static_cast<int>(schedule.coefficient_words.size());
      const int more = words - LeastCoefficientWords(shape.window, CountsOf(shape));
      EXPECT_EQ(schedule.Instructions(), needs.instructions + more);
      EXPECT_EQ(schedule.BufferWords(), needs.local_words + more);
      at_bound += more == 0;
    }
  }
  EXPECT_GT(at_bound, 100);
}

}  // namespace
}  // namespace nve
