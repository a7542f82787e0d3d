// SPDX-License-Identifier: Apache-2.0
// Pipelined plans: what is tried, what is chosen, and that the chosen one is what is compiled.
#include "planner/best/pipelined_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "convnet/network_xml.hpp"
#include "planner/best/plan_text.hpp"

namespace nve::planner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(PipelinedPlan, FirstBandsAreOneStrip) {
  EXPECT_THAT(BandsToTry(1), IsEmpty());
  EXPECT_THAT(BandsToTry(2), ElementsAre(ElementsAre(1, 2)));
  EXPECT_THAT(BandsToTry(10),
              ElementsAre(ElementsAre(1, 10), ElementsAre(1, 2, 10), ElementsAre(1, 4, 10),
                          ElementsAre(1, 2, 4), ElementsAre(1, 8, 10), ElementsAre(1, 2, 4, 8)));
}

FramePlan Taking(int64_t frame, int64_t first_strip) {
  FramePlan plan;
  plan.frame.begin = 0;
  plan.frame.end = frame;
  plan.frame.first_strip = first_strip;
  return plan;
}

TEST(PipelinedPlan, TheLimitOfTheFrameHolds) {
  const std::vector<FramePlan> plans = {Taking(1000, 1000), Taking(1021, 10), Taking(1020, 30),
                                        Taking(1010, 30), Taking(1000, 40)};
  EXPECT_EQ(&LeastLatency(plans, 0.02), &plans[3]) << "of the same latency the shorter frame";
  EXPECT_EQ(&LeastLatency(plans, 0.03), &plans[1]);
  EXPECT_EQ(&LeastLatency(plans, 0), &plans[4]);
}

TEST(PipelinedPlan, IsSoonerAndWhatIsCompiled) {
  const Network network = LoadNetwork(std::string(NVE_SOURCE_DIR) + "/networks/face_detection.xml");
  const Weights weights = SeededWeights(network, 1);
  const transfer::TransferOptions transfer;
  CompileOptions options;
  options.vectors = Vectors::kHorizontal;
  PlanCache cache;
  const PlanSpace space(network, weights, options, {Feed::kMover}, transfer, cache);
  const BestPlan best = FindBestPlan(space, 0, [](int64_t, double) {});
  int64_t told = 0;
  const std::vector<FramePlan> plans =
      PipelinedPlans(network, weights, space, best, 1, [&](int64_t tried) { told = tried; });
  EXPECT_EQ(told, static_cast<int64_t>(plans.size()));
  const FramePlan& chosen = LeastLatency(plans, 1);
  ASSERT_FALSE(chosen.options.bands.empty());
  EXPECT_LT(chosen.frame.FirstStrip(), plans.front().frame.Elapsed() / 4);
  const Binary binary = Compile(network, weights, chosen.options).binary;
  EXPECT_EQ(FrameOf(binary, space).FirstStrip(), chosen.frame.FirstStrip());
  EXPECT_THAT(PipelinedText(plans, chosen), HasSubstr(" *"));
}

}  // namespace
}  // namespace nve::planner
