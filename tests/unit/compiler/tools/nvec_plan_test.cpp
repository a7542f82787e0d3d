// SPDX-License-Identifier: Apache-2.0
// What --plan refuses, and what it tells.
#include "compiler/tools/nvec_plan.hpp"

#include <gtest/gtest.h>

#include "compiler/tools/nvec_compile.hpp"
#include "compiler/tools/plan_cores.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

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

class PlansOnCores : public ::testing::Test {
 protected:
  static NvecOptions Options() {
    NvecOptions options;
    options.network = std::string(NVE_SOURCE_DIR) + "/networks/small/two_layers.xml";
    options.plan = "best";
    options.cores = 3;
    options.plan_cache = "off";
    return options;
  }
  static PlannedNetwork Planned(const NvecOptions& options) {
    const Network network = LoadFittedNetwork(options);
    return CompileBestPlan(options, CompileOptionsOf(options, ParsePasses(options.passes), network),
                           TransferOptionsOf(options.predict, options.cores), network,
                           LoadOrMakeWeights(options, network));
  }
  static double Rate(int64_t cycles) { return arch::kClockMhz * 1e6 / static_cast<double>(cycles); }
};

TEST_F(PlansOnCores, AFrameRateTakesTheFewestCores) {
  NvecOptions options = Options();
  options.cores = 2;
  options.fps = Rate(Planned(options).frame_cycles);  // what two reach
  options.cores = 3;
  EXPECT_EQ(CoresOf(Planned(options).result.binary.steps).size(), 2U);
  options.fps = 1;
  EXPECT_EQ(CoresOf(Planned(options).result.binary.steps).size(), 1U);
  options.fps = 1e6;
  ExpectInputError([&] { Planned(options); },
                   "--fps: found 1000000, allowed with --cores 3: up to ");
}

TEST_F(PlansOnCores, AParetoChartHasAllNumbersOfCores) {
  NvecOptions options = Options();
  options.pareto = "p.svg";
  const std::vector<PlanOnCores> plans = Planned(options).pareto;
  ASSERT_EQ(plans.size(), 3U);
  for (size_t i = 0; i < plans.size(); ++i) {
    EXPECT_EQ(plans[i].cores, static_cast<int>(i) + 1);
    EXPECT_GT(plans[i].bytes, 0);
    EXPECT_DOUBLE_EQ(plans[i].fps, Rate(plans[i].frame_cycles));
  }
  EXPECT_LT(plans[2].frame_cycles, plans[0].frame_cycles);
  EXPECT_NE(ParetoSvg(plans).find("0#/pareto/2/frame_cycles"), std::string::npos);
}

TEST_F(PlansOnCores, ObjectivesGetTheLeastOfTheirs) {
  NvecOptions options = Options();
  const PlannedNetwork cycles = Planned(options);
  options.objective = "bytes";
  const PlannedNetwork bytes = Planned(options);
  const auto moved = [](const PlannedNetwork& planned) {
    return BusiestCoreCost(planned.result.binary, planned.result.binary.steps).bytes;
  };
  EXPECT_LE(moved(bytes), moved(cycles));
  EXPECT_LE(cycles.frame_cycles, bytes.frame_cycles);
}

TEST_F(PlansOnCores, TheLeastLatencyIsThatOfPipelinedLayers) {
  NvecOptions options = Options();
  options.network = std::string(NVE_SOURCE_DIR) + "/networks/face_detection.xml";
  options.fit = "120x160";
  options.vectors = "horizontal";
  const PlannedNetwork cycles = Planned(options);
  options.objective = "latency";
  options.loss = "100%";
  const PlannedNetwork latency = Planned(options);
  EXPECT_LT(latency.first_strip_cycles, cycles.first_strip_cycles);
  EXPECT_FALSE(latency.bands.empty());
}

}  // namespace
}  // namespace nve
