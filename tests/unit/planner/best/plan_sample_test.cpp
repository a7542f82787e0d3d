// SPDX-License-Identifier: Apache-2.0
// Samples of plans: the best of all, then others, each once.
#include "planner/best/plan_sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

#include "convnet/network_xml.hpp"
#include "planner/best/plan_result.hpp"
#include "planner/best/plan_space.hpp"

namespace nve::planner {
namespace {

class PlanSampleTest : public ::testing::Test {
 protected:
  static CompileOptions OnThreeCores() {
    CompileOptions options;
    options.cores = 3;
    return options;
  }

  static constexpr size_t kLayer = 1;
  const Network network_ =
      LoadNetwork(std::string(NVE_SOURCE_DIR) + "/networks/small/two_layers.xml");
  const Weights weights_ = SeededWeights(network_, 1);
  const transfer::TransferOptions transfer_;
  PlanCache cache_;
  const PlanSpace space_{network_,  weights_, OnThreeCores(), {Feed::kMover, Feed::kColumn},
                         transfer_, cache_};
};

TEST_F(PlanSampleTest, TheBestComeFirstAndNoPlanTwice) {
  const PlanSample all = SampleOf(space_, kLayer, 1000, 0, 1);
  const PlanSample some = SampleOf(space_, kLayer, 4, 5, 1);
  EXPECT_EQ(static_cast<int64_t>(all.plans.size()), all.space);
  ASSERT_EQ(some.plans.size(), 9U);
  using Key = std::tuple<Boundary, size_t, int, int, Feed, Boundary>;
  std::set<Key> seen;
  for (size_t i = 0; i < some.plans.size(); ++i) {
    const EvaluatedCandidate& plan = some.plans[i].plan;
    const LayerCandidate& candidate = plan.candidate;
    seen.insert({plan.input, candidate.variant, candidate.partition.groups,
                 candidate.partition.ranges, candidate.feed, plan.output});
    EXPECT_EQ(some.plans[i].drawn, i >= 4);
    if (i < 4) {
      EXPECT_EQ(plan.cost.cycles, all.plans[i].plan.cost.cycles);
    } else {
      EXPECT_GE(plan.cost.cycles, all.plans[3].plan.cost.cycles);
    }
  }
  EXPECT_EQ(seen.size(), some.plans.size());
}

TEST_F(PlanSampleTest, TheSameSeedDrawsTheSame) {
  const auto cycles = [&](uint64_t seed) {
    std::vector<int64_t> all;
    for (const SampledPlan& one : SampleOf(space_, kLayer, 2, 8, seed).plans) {
      all.push_back(one.plan.cost.cycles);
    }
    return all;
  };
  EXPECT_EQ(cycles(7), cycles(7));
  EXPECT_NE(cycles(7), cycles(8));
}

// One burst of a block would take no less.
TEST_F(PlanSampleTest, RooflinesAreBelowThePrediction) {
  for (const SampledPlan& one : SampleOf(space_, kLayer, 1000, 0, 1).plans) {
    const EvaluatedCandidate& plan = one.plan;
    const Binary binary = space_.Laid(kLayer, plan.input, plan.candidate, plan.output);
    const Rooflines roofs = RooflinesOf(binary, plan.candidate, plan.cost.prediction);
    EXPECT_GE(roofs.volume, plan.candidate.bound);
    EXPECT_GE(roofs.bursts, roofs.volume);
    EXPECT_LE(roofs.volume, plan.cost.cycles);
  }
}

TEST_F(PlanSampleTest, ResultsSayWhatWasChosen) {
  const BestPlan best = FindBestPlan(space_, 0, [](int64_t, double) {});
  const PlanOfCompile result = ResultOf(space_, best.layers[kLayer]);
  const LayerCandidate& chosen = best.layers[kLayer].chosen.candidate;
  EXPECT_EQ(result.partition, nve::ToText(chosen.partition));
  EXPECT_EQ(result.feed, nve::ToString(chosen.feed));
  EXPECT_EQ(result.predicted_cycles, best.layers[kLayer].chosen.cost.cycles);
  EXPECT_EQ(result.gap, 0);
}

}  // namespace
}  // namespace nve::planner
