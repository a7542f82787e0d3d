// SPDX-License-Identifier: Apache-2.0
// The code generator as a whole: its report, its refusals, and compiled networks on the golden
// model against the functional reference.
#include "compiler/compile.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "arch/build_machine.hpp"
#include "compiler/report/cycles.hpp"
#include "convnet/network_xml.hpp"
#include "model/reference/reference.hpp"
#include "model/sim/step_runner.hpp"
#include "program/settings.hpp"

namespace nve {
namespace {

const std::string kNetworks = std::string(NVE_SOURCE_DIR) + "/networks/";

CompileResult CompileFile(const std::string& path, uint64_t seed,
                          const std::string& preset = "default") {
  const Network network = LoadNetwork(path);
  return Compile(network, SeededWeights(network, seed), {*FindPreset(preset), Feed::kContiguous});
}

Layer MakeLayer(int kernel, int stride, int inputs, int width, int height) {
  Layer layer;
  layer.name = "L1";
  layer.kernel_height = layer.kernel_width = kernel;
  layer.stride_y = layer.stride_x = stride;
  layer.out_width = width;
  layer.out_height = height;
  OutputMap output;
  for (int input = 0; input < inputs; ++input) output.inputs.push_back(input);
  layer.outputs = {output};
  return layer;
}

FeatureMaps Noise(int maps, int height, int width, unsigned seed) {
  FeatureMaps picture(maps, height, width);
  std::mt19937 random(seed);
  for (uint8_t& pixel : picture.pixels) pixel = static_cast<uint8_t>(random());
  return picture;
}

// Even seeds compile for horizontal vectors.
void ExpectBitExact(const Network& network, uint64_t seed, const CompilerPasses& passes) {
  SCOPED_TRACE(passes.name);
  const Weights weights = SeededWeights(network, seed);
  const Vectors vectors = seed % 2 == 0 ? Vectors::kHorizontal : Vectors::kVertical;
  const CompileResult result = Compile(network, weights, {passes, Feed::kContiguous, vectors});
  const FeatureMaps picture = Noise(network.InputMaps(), network.InputHeight(),
                                    network.InputWidth(), static_cast<unsigned>(seed));
  StepRunner runner(result.binary);
  runner.memory().PutPicture(picture, "noise");
  runner.Run({});
  EXPECT_EQ(runner.memory().ReadPlanes(result.binary.output_planes),
            RunNetwork(network, weights, picture).back());
}

void ExpectBitExact(const Network& network, uint64_t seed) {
  for (const CompilerPasses& passes : Presets()) ExpectBitExact(network, seed, passes);
}

TEST(Compile, ReportOfTheFilterIsTheThesiss) {
  const CompileResult result = CompileFile(kNetworks + "filter3x3.xml", 1, "O0");
  ASSERT_EQ(result.layers.size(), 1u);
  const LayerReport& layer = result.layers[0];
  EXPECT_EQ(layer.ii, 14);
  EXPECT_EQ(layer.bound, 10);
  EXPECT_EQ(layer.data_words_per_strip, 6399);
  EXPECT_EQ(layer.code_words, 23);
  EXPECT_EQ(layer.outputs_per_iteration, 16);
  EXPECT_NEAR(layer.mac_per_instr, 16.0 * 9 * 1278 / (1278 * 14 + 9), 1e-9);
  EXPECT_EQ(SettingOf(result.binary.programs[0].settings, "REPEAT_FIRST"), 9u);
  EXPECT_EQ(SettingOf(result.binary.programs[0].settings, "EXTRA"), 1u);
}

TEST(Compile, IsDeterministic) {
  const std::string path = kNetworks + "small/two_layers.xml";
  EXPECT_EQ(SerializeBinary(CompileFile(path, 3).binary),
            SerializeBinary(CompileFile(path, 3).binary));
}

TEST(Compile, SmallNetworksAreBitExactOnTheGoldenModel) {
  for (const auto& entry : std::filesystem::directory_iterator(kNetworks + "small")) {
    SCOPED_TRACE(entry.path().filename());
    for (const uint64_t seed : {1, 2, 3}) ExpectBitExact(LoadNetwork(entry.path()), seed);
  }
}

TEST(Compile, KernelsAndStridesAreBitExactOnTheGoldenModel) {
  for (const int stride : {1, 2}) {
    for (int kernel = 1; kernel <= (stride == 1 ? 9 : 10); ++kernel) {
      SCOPED_TRACE(testing::Message() << kernel << "x" << kernel << " step " << stride);
      const int inputs = kernel < 4 ? 3 : 1;
      const Layer layer = MakeLayer(kernel, stride, inputs, 19, 21);
      if (SchedulePlain(ProgramShape::OneMap(Window::Of(layer, arch::BuildSizes()), inputs))
              .Instructions() > arch::BuildSizes().instruction_words) {
        continue;  // a machine with a smaller instruction buffer refuses it
      }
      ExpectBitExact(Network{"grid", {layer}}, 5);
    }
  }
}

CompilerPasses Explicit(const std::string& preset) {
  CompilerPasses passes = *FindPreset(preset);
  passes.explicit_prologue = true;
  passes.max_maps_per_program = 1;  // leaves room for the code
  return passes;
}

// The 3x3 filter: the way of an iteration is 17 cycles, from the first read to `act hi`. Of the two
// passes of 10 cycles that a kernel-only program takes for the first and the last iteration, the
// explicit one leaves out what lies before and behind.
TEST(Compile, ExplicitPrologueSavesTheEmptyCycles) {
  const Network network = LoadNetwork(kNetworks + "filter3x3.xml");
  const Weights weights = SeededWeights(network, 1);
  const Program kernel_only =
      Compile(network, weights, {*FindPreset("O2"), Feed::kContiguous}).binary.programs[0];
  const CompileResult result = Compile(network, weights, {Explicit("O2"), Feed::kContiguous});
  const Program& code = result.binary.programs[0];
  EXPECT_EQ(SettingOf(kernel_only.settings, "EXTRA"), 1);
  EXPECT_EQ(SettingOf(code.settings, "EXTRA"), 0);
  EXPECT_EQ(SettingOf(code.settings, "ITERATIONS"), 1277);
  EXPECT_EQ(result.layers[0].kernel_only, 0);
  EXPECT_GT(code.code.size(), kernel_only.code.size());
  EXPECT_LT(code.code.size(),
            kernel_only.code.size() + size_t{2} * result.schedules[0].schedule.length);
  const int64_t saved = CyclesOfStart(kernel_only, 1, StartLoad::kNothing) -
                        CyclesOfStart(code, 1, StartLoad::kNothing);
  EXPECT_EQ(saved, static_cast<int64_t>(kernel_only.code.size() + 20 - code.code.size()));
  EXPECT_GT(saved, 0);
}

TEST(Compile, ExplicitProloguesAreBitExactOnTheGoldenModel) {
  uint64_t seed = 1;
  for (const char* name : {"filter3x3", "filter5x5", "mix1x1", "padded", "stride2_4x4_fused",
                           "stride2_6x6", "two_layers"}) {
    SCOPED_TRACE(name);
    const Network network = LoadNetwork(kNetworks + "small/" + name + ".xml");
    for (const char* preset : {"O0", "O2", "scopes2015", "default"}) {
      ExpectBitExact(network, ++seed, Explicit(preset));
    }
  }
}

// One iteration leaves no pass for the repeated part; a full buffer has no room.
TEST(Compile, ProgramsWithoutRoomStayKernelOnly) {
  for (const int width : {1, 2, 3}) {
    Network network;
    network.layers = {MakeLayer(3, 1, 1, width, 20)};
    const CompileResult result =
        Compile(network, SeededWeights(network, 1), {Explicit("default"), Feed::kContiguous});
    EXPECT_EQ(result.layers[0].kernel_only, width == 1 ? 1 : 0);
    ExpectBitExact(network, 1, Explicit("default"));
  }
  // 25 macs, 12 initial words and 6 coefficient words per input map: most of the buffer.
  Network network;
  network.layers = {MakeLayer(5, 1, arch::BuildSizes().instruction_words / 44 - 1, 40, 20)};
  const CompileResult result =
      Compile(network, SeededWeights(network, 1), {Explicit("default"), Feed::kContiguous});
  EXPECT_EQ(result.layers[0].kernel_only, 1);
}

TEST(Compile, RectangularWindowsAreBitExactOnTheGoldenModel) {
  for (const auto& [height, width, stride_y, stride_x] : std::vector<std::array<int, 4>>{
           {2, 5, 1, 1}, {5, 2, 1, 2}, {3, 4, 2, 1}, {1, 3, 2, 2}, {1, 1, 1, 3}}) {
    Layer layer = MakeLayer(1, 1, 2, 17, 33);
    layer.kernel_height = height;
    layer.kernel_width = width;
    layer.stride_y = stride_y;
    layer.stride_x = stride_x;
    SCOPED_TRACE(testing::Message()
                 << height << "x" << width << " steps " << stride_y << "," << stride_x);
    ExpectBitExact(Network{"grid", {layer}}, 5);
    if (stride_x <= 2) ExpectBitExact(Network{"grid", {layer}}, 6);
  }
}

std::string Refusal(const Network& network, const Weights& weights) {
  try {
    Compile(network, weights, {});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Compile, RefusesWhatDoesNotFitAndSaysWhatWould) {
  const int most = arch::BuildSizes().instruction_words /
                   9;  // nine macs per input of a 3x3 kernel: more cannot fit
  const Network network{"wide", {MakeLayer(3, 1, most + 1, 40, 40)}};
  const std::string text = Refusal(network, SeededWeights(network, 1));
  EXPECT_NE(text.find("instructions"), std::string::npos) << text;
  EXPECT_NE(text.find("available: " + std::to_string(arch::BuildSizes().instruction_words)),
            std::string::npos)
      << text;
  const size_t at = text.find("at most ");
  ASSERT_NE(at, std::string::npos) << text;
  const int fits = std::stoi(text.substr(at + 8));
  const Network largest{"largest", {MakeLayer(3, 1, fits, 20, 20)}};
  EXPECT_EQ(Refusal(largest, SeededWeights(largest, 1)), "");
  const Network above{"above", {MakeLayer(3, 1, fits + 1, 20, 20)}};
  EXPECT_NE(Refusal(above, SeededWeights(above, 1)), "");
}

TEST(Compile, RefusesKernelsTheImageRegisterCannotServe) {
  const Network network{"tall", {MakeLayer(11, 1, 1, 20, 20)}};
  EXPECT_NE(Refusal(network, SeededWeights(network, 1)).find("at most 9 rows"), std::string::npos);
}

TEST(Compile, RefusesAccumulatorsThatCouldOverflow) {
  const Network network{"loud", {MakeLayer(9, 1, 1, 20, 20)}};
  Weights weights = SeededWeights(network, 1);
  for (int16_t& weight : weights.layers[0].w[0][0]) weight = 32767;
  EXPECT_EQ(Refusal(network, weights), "");  // 81 * 32767 * 255 fits
  weights.layers[0].bias[0] = 32767;
  weights.layers[0].bias_shift = 16;
  const std::string text = Refusal(network, weights);
  EXPECT_NE(text.find("accumulator can reach"), std::string::npos) << text;
  EXPECT_NE(text.find("2147483647"), std::string::npos) << text;
}

TEST(Compile, LaterLayersReadZerosWhereAMapEnds) {
  const CompileResult result = CompileFile(kNetworks + "small/padded.xml", 1);
  int clears = 0;
  for (const AnyStep& step : result.binary.steps)
    clears += std::holds_alternative<ClearStep>(step) ? 1 : 0;
  EXPECT_GT(clears, 0);
}

TEST(Compile, AppendixNetworksCompileOnTheThesissMachine) {
  if (std::string(arch::BuildMachine().name) != "nve") GTEST_SKIP() << "needs 512 instructions";
  EXPECT_EQ(CompileFile(kNetworks + "face_detection.xml", 1).layers.size(), 4u);
  EXPECT_EQ(CompileFile(kNetworks + "speed_sign.xml", 1).layers.size(), 4u);
}

}  // namespace
}  // namespace nve
