// SPDX-License-Identifier: Apache-2.0
// What is printed of a plan.
#include "planner/best/plan_text.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "convnet/network_xml.hpp"
#include "host/memory/memory_config.hpp"

namespace nve::planner {
namespace {

using ::testing::HasSubstr;

TEST(PlanText, BoundariesHaveNames) {
  EXPECT_EQ(ToText(Boundary{}), "planes");
  EXPECT_EQ(ToText(Boundary{Layout::kColumns, 0}), "columns");
  EXPECT_EQ(ToText(Boundary{Layout::kStrips, 8}), "strips of 8 rows");
}

TEST(PlanText, SaysPlanAndProof) {
  const Network network =
      LoadNetwork(std::string(NVE_SOURCE_DIR) + "/networks/small/two_layers.xml");
  const Weights weights = SeededWeights(network, 1);
  transfer::TransferOptions transfer;
  transfer.memory = LoadMemoryConfig("bank");
  CompileOptions options;
  options.cores = 2;
  options.feed = Feed::kMover;
  PlanCache cache;
  const PlanSpace space(network, weights, options, {Feed::kMover}, transfer, cache);
  const BestPlan plan = FindBestPlan(space, 0, [](int64_t, double) {});
  const std::string text = PlanText(space, plan);
  EXPECT_THAT(text, HasSubstr("\nL1 "));
  EXPECT_THAT(text, HasSubstr("\nL2 "));
  EXPECT_THAT(text,
              HasSubstr(fmt::format("plan: {} cycles, layer by layer; no plan of ", plan.cycles)));
  EXPECT_THAT(text, HasSubstr(": gap 0.00 %\n"));
  const std::string explained = ExplainedText(space, plan);
  EXPECT_THAT(explained, HasSubstr(fmt::format("{}", plan.layers[0].chosen.cost.cycles)));
  if (!plan.layers[0].others.empty()) {
    EXPECT_THAT(explained, HasSubstr(fmt::format("{}", plan.layers[0].others[0].cost.cycles)));
  }
}

}  // namespace
}  // namespace nve::planner
