// SPDX-License-Identifier: Apache-2.0
// What --plan refuses, and what it tells.
#include "compiler/tools/nvec_plan.hpp"

#include <gtest/gtest.h>

#include "compiler/tools/nvec_compile.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

TEST(NvecPlan, GapsArePercent) {
  EXPECT_DOUBLE_EQ(ParseGap("0"), 0);
  EXPECT_DOUBLE_EQ(ParseGap("0.2%"), 0.002);
  EXPECT_DOUBLE_EQ(ParseGap("100"), 1);
  for (const char* text : {"", "%", "-1", "100.1", "1e3", "0.2%%", "x"}) {
    ExpectInputError([&] { ParseGap(text); }, "--gap: found '");
  }
}

TEST(NvecPlan, WhatThePlanChoosesCannotBeGiven) {
  const auto refused = [](const auto& change, const char* message) {
    NvecOptions options;
    options.plan = "best";
    change(options);
    ExpectInputError([&] { CheckPlanOptions(options); }, message);
  };
  refused([](NvecOptions& o) { o.vectors = "auto"; },
          "--plan best: found --vectors auto, allowed: vertical or horizontal");
  refused([](NvecOptions& o) { o.partition = "ofm"; }, "--plan best: found --partition ofm");
  refused([](NvecOptions& o) { o.layout = "auto"; }, "--plan best: found --layout auto");
}

TEST(NvecPlan, EveryLayerAndTheFrameAreTold) {
  NvecOptions options;
  options.network = std::string(NVE_SOURCE_DIR) + "/networks/small/two_layers.xml";
  options.plan = "best";
  options.cores = 2;
  options.explain = true;
  const Network network = LoadFittedNetwork(options);
  const Weights weights = LoadOrMakeWeights(options, network);
  const CompileOptions compile_options =
      CompileOptionsOf(options, ParsePasses(options.passes), network);
  EXPECT_EQ(compile_options.feed, Feed::kMover);
  const PlannedNetwork planned = CompileBestPlan(
      options, compile_options, TransferOptionsOf(options.predict, 2), network, weights);
  ASSERT_EQ(planned.layers.size(), 2U);
  int64_t sum = 0;
  for (const PlanOfCompile& layer : planned.layers) {
    EXPECT_EQ(layer.feed, "mover");
    EXPECT_LE(layer.lower_bound, layer.predicted_cycles);
    EXPECT_LE(layer.evaluated, layer.space);
    sum += layer.predicted_cycles;
  }
  EXPECT_GT(planned.frame_cycles, 0);
  EXPECT_LE(planned.frame_cycles, sum);
  EXPECT_NE(planned.text.find("gap 0.00 %"), std::string::npos);
}

}  // namespace
}  // namespace nve
