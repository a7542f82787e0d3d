// SPDX-License-Identifier: Apache-2.0
// Steps on cores with ideal streams: counts of every layer, memory, and cores of its own.
#include "model/sim/step_runner.hpp"

#include <gtest/gtest.h>

#include <string>

#include "compiler/compile.hpp"
#include "convnet/network_xml.hpp"
#include "program/predicted_cycles.hpp"

namespace nve {
namespace {

Binary TwoLayers() {
  const Network network =
      LoadNetwork(std::string(NVE_SOURCE_DIR) + "/networks/small/two_layers.xml");
  return Compile(network, SeededWeights(network, 1), {}).binary;
}

TEST(StepRunner, CountsWhatTheProgramsSay) {
  const Binary binary = TwoLayers();
  StepRunner runner(binary);
  int64_t observed = 0;
  runner.Run([&](const arch::Probe&) { ++observed; });
  ASSERT_EQ(runner.layers().size(), 2u);
  EXPECT_EQ(observed, runner.layers()[0].cycles + runner.layers()[1].cycles);
  EXPECT_EQ(observed, TotalPredictedCycles(binary));
  for (const RunStatistics& layer : runner.layers()) {
    EXPECT_EQ(layer.input_stalls, 0);
    EXPECT_EQ(layer.output_stalls, 0);
    EXPECT_GT(layer.words_out, 0);
  }
}

TEST(StepRunner, MakesACoreForEachThatTheStepsName) {
  Binary binary = TwoLayers();
  int made = 0;
  const CoreFactory factory = [&] {
    ++made;
    return MakeGoldenCore();
  };
  StepRunner(binary, factory).Run({});
  EXPECT_EQ(made, 1);
  int core = 0;
  for (AnyStep& step : binary.steps) {
    if (auto* run = std::get_if<RunStep>(&step)) run->core = core++ % 3;
  }
  made = 0;
  StepRunner(binary, factory).Run({});
  EXPECT_EQ(made, std::min(core, 3));
}

}  // namespace
}  // namespace nve
