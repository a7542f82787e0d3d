// SPDX-License-Identifier: Apache-2.0
// The NVE as the planner sees it, against what the compiler makes.
#include "planner/nve/nve_machine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/build_machine.hpp"
#include "compiler/compile.hpp"
#include "compiler/report/figures.hpp"
#include "convnet/network_xml.hpp"
#include "convnet/weights.hpp"
#include "nve_isa.hpp"
#include "tests/unit/planner/mapping/networks.hpp"

namespace nve::planner {
namespace {

using ::testing::HasSubstr;

// Words, programs and cycles of every layer are those of the compiled binary.
TEST(NveMachine, PlansWhatTheCompilerMakes) {
  for (const char* name : {"face_detection", "speed_sign"}) {
    const Network network = LoadNetwork(std::string(NVE_SOURCE_DIR) + "/networks/" + name + ".xml");
    const CompileResult compiled = Compile(network, SeededWeights(network, 1), {});
    const NetworkFigures figures = FiguresOf(compiled, "default");
    for (size_t i = 0; i < network.layers.size(); ++i) {
      SCOPED_TRACE(network.layers[i].name);
      ASSERT_EQ(NveFitProblem(network.layers[i], arch::BuildMachine()), "");
      const NveLayerPlan plan = PlanOnNve(network.layers[i], arch::BuildMachine());
      EXPECT_EQ(plan.words_per_16_rows, figures.layers[i].data_words_per_16_rows);
      EXPECT_EQ(plan.programs, figures.layers[i].report.programs);
      EXPECT_EQ(plan.cycles, compiled.layers[i].chosen.cycles);
      EXPECT_EQ(plan.macs, network.layers[i].Macs());
    }
  }
}

TEST(NveMachine, IsThatOfTheDescription) {
  const Hardware hardware = NveHardware(arch::BuildMachine());
  EXPECT_EQ(hardware.name, arch::BuildMachine().name);
  EXPECT_EQ(hardware.Pes(), arch::kLanes);
  EXPECT_DOUBLE_EQ(hardware.frequency, 0.1);
  EXPECT_DOUBLE_EQ(hardware.bandwidth, 0.8);
}

// A 3x3 map of more than 28 inputs has no place for partial sums to go.
TEST(NveMachine, SaysWhichLayerWouldFit) {
  const Layer fits = CompilerLayer(Square(4, 28, 16, 3));
  EXPECT_EQ(NveFitProblem(fits, arch::BuildMachine()), "");
  EXPECT_THAT(NveFitProblem(CompilerLayer(Square(4, 512, 28, 3)), arch::BuildMachine()),
              HasSubstr("found 512 inputs of an output map, allowed: 28"));
  LayerShape wide = Square(4, 3, 16, 3);
  wide.stride_h = wide.stride_w = 4;
  EXPECT_NE(NveFitProblem(CompilerLayer(wide), arch::BuildMachine()), "");
}

// Dense layers: one step over OC less loads every input once less.
TEST(NveMachine, DenseLayersLoadEveryInputOncePerProgram) {
  const NveLayerPlan plan = PlanOnNve(CompilerLayer(Square(64, 3, 32, 3)), arch::BuildMachine());
  EXPECT_EQ(plan.loads, 3 * plan.programs);
  EXPECT_EQ(plan.strips, 2);
  EXPECT_EQ(plan.words, plan.strips * plan.strip_words);
  EXPECT_LE(plan.attainable, arch::kLanes * 0.1);
}

TEST(NveMachine, NetworksKeepTheirShapes) {
  const Network network = LoadNetwork(NVE_SOURCE_DIR "/networks/face_detection.xml");
  const NetworkShape shapes = ShapesOf(network);
  ASSERT_EQ(shapes.layers.size(), network.layers.size());
  EXPECT_EQ(shapes.layers[1].oc, 14);
  EXPECT_EQ(shapes.layers[1].ic, 4);
  EXPECT_EQ(shapes.layers[1].from, std::vector<std::string>{"L1"});
}

}  // namespace
}  // namespace nve::planner
