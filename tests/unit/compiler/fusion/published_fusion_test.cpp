// SPDX-License-Identifier: Apache-2.0
// The fusion procedures of the sources on examples worked out by hand. Capacities are those of the
// example, not of a machine: the procedures ask a function.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "compiler/fusion/grouping.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;

GroupingProblem ProblemOf(std::vector<std::vector<int>> inputs) {
  return {{3, 3, 1, 1}, std::move(inputs), {}};
}

SizeOfGroup AtMostMaps(size_t most) {
  return [most](const Group& group) { return group.size() <= most; };
}

size_t LoadsOf(const GroupingProblem& problem, const Group& group) {
  std::set<int> loads;
  for (const int map : group) {
    const std::vector<int>& inputs = problem.inputs[static_cast<size_t>(map)];
    loads.insert(inputs.begin(), inputs.end());
  }
  return loads.size();
}

size_t LoadsOf(const GroupingProblem& problem, const std::vector<Group>& groups) {
  size_t loads = 0;
  for (const Group& group : groups) loads += LoadsOf(problem, group);
  return loads;
}

SizeOfGroup AtMostLoads(const GroupingProblem& problem, size_t most) {
  return [&problem, most](const Group& group) { return LoadsOf(problem, group) <= most; };
}

// SCOPES 2015, algorithm 2: the next map opens a new program when it does not fit the current one;
// one that was closed is never opened again, although map 3 would fit the first.
TEST(BundleInOrder, ClosesAProgramForGood) {
  const GroupingProblem problem = ProblemOf({{0, 1}, {0}, {1, 2, 3}, {0, 1}, {0}});
  const auto fits = AtMostLoads(problem, 3);
  EXPECT_THAT(BundleInOrder(problem, fits),
              ElementsAre(ElementsAre(0, 1), ElementsAre(2), ElementsAre(3, 4)));
}

TEST(BundleInOrder, OneMapIsOneProgram) {
  EXPECT_THAT(BundleInOrder(ProblemOf({{0, 1}}), AtMostMaps(1)), ElementsAre(ElementsAre(0)));
}

// Thesis 5.3, algorithm 2, pairs at most. The largest is map 2. Different inputs of the others from
// its {0 1 2}: map 0 one, maps 1 and 3 three. So {2 0}; the next candidate does not fit, and the
// largest left begins again: map 1, then 3. In order the pairs are {0 1} and {2 3}.
TEST(FuseGreedily, FollowsTheInputsWhereTheOrderOfTheLayerDoesNot) {
  const GroupingProblem problem = ProblemOf({{0, 1}, {2, 3}, {0, 1, 2}, {2, 3}});
  const std::vector<Group> greedy = FuseGreedily(problem, AtMostMaps(2));
  const std::vector<Group> in_order = BundleInOrder(problem, AtMostMaps(2));
  EXPECT_THAT(greedy, ElementsAre(ElementsAre(2, 0), ElementsAre(1, 3)));
  EXPECT_THAT(in_order, ElementsAre(ElementsAre(0, 1), ElementsAre(2, 3)));
  EXPECT_EQ(LoadsOf(problem, greedy), 5u);
  EXPECT_EQ(LoadsOf(problem, in_order), 8u);
}

// The sets the thesis discusses, I1 I2 I3. I3 is the largest; the others differ from it in three
// inputs and share three, so the first of them is taken, not the pair I1 and I2 the text prefers.
TEST(FuseGreedily, ThesisExampleBeginsWithTheLargest) {
  const GroupingProblem problem = ProblemOf({{0, 1, 2, 3}, {1, 2, 3, 4}, {0, 2, 3, 4, 5}});
  EXPECT_THAT(FuseGreedily(problem, AtMostMaps(2)), ElementsAre(ElementsAre(2, 0), ElementsAre(1)));
}

// Maps 1 and 2 differ from map 0 in three inputs each; map 2 shares three with it, map 1 two.
TEST(FuseGreedily, EqualDifferencesAreDecidedByTheIntersection) {
  const GroupingProblem problem = ProblemOf({{0, 1, 2, 3, 4}, {0, 1}, {0, 1, 2, 5}});
  EXPECT_THAT(FuseGreedily(problem, AtMostMaps(2)), ElementsAre(ElementsAre(0, 2), ElementsAre(1)));
}

// The difference is to all inputs of the program so far. From {0 1 2 3} map 2 differs least; then
// the program reads {0 1 2 3 4}, and map 3 is nearer (3) than map 1 (4). From map 0 alone it would
// be the other way round.
TEST(FuseGreedily, ComparesWithTheInputsOfTheWholeProgram) {
  const GroupingProblem problem = ProblemOf({{0, 1, 2, 3}, {0}, {0, 1, 2, 4}, {3, 4}});
  EXPECT_THAT(FuseGreedily(problem, AtMostMaps(3)),
              ElementsAre(ElementsAre(0, 2, 3), ElementsAre(1)));
}

// Only the best candidate is tried: map 1 does not fit, so the program is closed although map 2,
// which comes after it, would.
TEST(FuseGreedily, GivesUpWithTheFirstCandidateThatDoesNotFit) {
  const GroupingProblem problem = ProblemOf({{0, 1, 2, 3}, {0, 1, 2, 4}, {0}});
  const auto fits = AtMostLoads(problem, 4);
  EXPECT_THAT(FuseGreedily(problem, fits), ElementsAre(ElementsAre(0), ElementsAre(1, 2)));
}

// In-order bundling keeps apart what fits; greedy fusion finds it behind the map between.
TEST(FuseGreedily, FindsAPartnerBehindAStranger) {
  const GroupingProblem problem = ProblemOf({{0}, {1, 2}, {0}});
  const auto fits = AtMostLoads(problem, 2);
  EXPECT_THAT(BundleInOrder(problem, fits),
              ElementsAre(ElementsAre(0), ElementsAre(1), ElementsAre(2)));
  EXPECT_THAT(FuseGreedily(problem, fits), ElementsAre(ElementsAre(1), ElementsAre(0, 2)));
}

}  // namespace
}  // namespace nve
