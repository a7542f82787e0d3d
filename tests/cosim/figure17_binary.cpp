// SPDX-License-Identifier: Apache-2.0
// Figure 17 as a binary: see figure17_binary.hpp.
#include "tests/cosim/figure17_binary.hpp"

#include "arch/build_machine.hpp"
#include "model/golden/figure17.hpp"
#include "program/settings.hpp"

namespace nve {
namespace {

constexpr int kKernel = 3;
constexpr int kStrip = arch::kLanes;  // output rows of a run
constexpr int kColumnBytes = golden::kFigure17ColumnWords * arch::kWordBytes;

int Strips(const Layer& layer) { return (layer.out_height + kStrip - 1) / kStrip; }

Program MakeProgram(const Layer& layer, const LayerWeights& weights) {
  Program program;
  program.name = "L1.p0";
  program.input_maps = {0};
  program.output_maps = {0};
  for (const auto& part : {golden::Figure17Initial(), golden::Figure17Repeated()}) {
    for (const golden::Slots& slots : part) program.code.push_back(slots.word());
  }
  program.settings = DefaultSettings(program.code.size());
  program.settings["REPEAT_FIRST"] = golden::kFigure17RepeatFirst;
  program.settings["ITERATIONS"] = static_cast<uint32_t>(layer.out_width);
  program.settings["EXTRA"] = golden::kFigure17Extra;
  program.settings["BIAS_SHIFT"] = static_cast<uint32_t>(weights.bias_shift);
  program.settings["ACT_SHIFT"] = static_cast<uint32_t>(weights.act_shift);
  program.settings["AGU_INC1"] = golden::kFigure17Inc;
  program.settings["AGU_TOGGLE1"] = golden::kFigure17Toggle;
  // Bias, then the weights column by column.
  std::vector<int16_t> coefficients = {weights.bias[0]};
  for (int kx = 0; kx < kKernel; ++kx) {
    for (int ky = 0; ky < kKernel; ++ky) coefficients.push_back(weights.w[0][0][ky * kKernel + kx]);
  }
  program.coefficients.resize(golden::kFigure17CoefficientWords);
  for (size_t i = 0; i < coefficients.size(); ++i) {
    const uint64_t bits = static_cast<uint16_t>(coefficients[i]);
    program.coefficients[i / arch::kRwEntries] |= bits
                                                  << (arch::kWeightBits * (i % arch::kRwEntries));
  }
  program.bound = kKernel * kKernel + 1;
  return program;
}

// Strips `first` to `first` + `count` - 1.
RunStep MakeStep(const Layer& layer, int core, int first, int count, Feed feed,
                 const Binary& binary) {
  RunStep step;
  step.core = core;
  step.runs = count;
  step.feed = feed;
  Transfer coefficients;
  coefficients.object = {MemoryObject::Kind::kCoefficients, 0};
  coefficients.bytes = golden::kFigure17CoefficientWords * arch::kWordBytes;
  const int64_t offset = int64_t{first} * kStrip;
  Transfer column;
  column.object = {MemoryObject::Kind::kPlane, 0};
  column.offset = offset;
  column.bytes = kColumnBytes;
  column.strides = {kStrip, binary.planes[0].pitch};
  const Transfer columns{
      .count = layer.InputWidth(), .body = {column}, .object = {}, .strides = {}};
  step.input = {
      Transfer{.count = count, .body = {coefficients, columns}, .object = {}, .strides = {}}};
  Transfer result;
  result.object = {MemoryObject::Kind::kPlane, 1};
  result.offset = offset;
  result.bytes = kStrip;
  result.strides = {kStrip, binary.planes[1].pitch};
  const Transfer results{.count = layer.out_width, .body = {result}, .object = {}, .strides = {}};
  step.output = {Transfer{.count = count, .body = {results}, .object = {}, .strides = {}}};
  return step;
}

}  // namespace

Network Figure17Network(int out_height, int out_width) {
  Layer layer;
  layer.name = "L1";
  layer.out_height = out_height;
  layer.out_width = out_width;
  layer.kernel_height = kKernel;
  layer.kernel_width = kKernel;
  layer.outputs = {{.index = 0, .inputs = {0}, .where = {}}};
  return {.name = "figure 17", .layers = {layer}};
}

Binary Figure17Binary(const Network& network, const Weights& weights, int cores, Feed feed) {
  const Layer& layer = network.layers.front();
  const int strips = Strips(layer);
  Binary binary;
  binary.network = network.name;
  binary.machine = arch::BuildMachine();
  binary.layers = {{.name = layer.name,
                    .out_height = layer.out_height,
                    .out_width = layer.out_width,
                    .kernel_height = kKernel,
                    .kernel_width = kKernel,
                    .output_maps = 1,
                    .kernels = 1}};
  binary.tables = {weights.layers[0].table};
  binary.programs = {MakeProgram(layer, weights.layers[0])};
  // A run reads 24 rows of its strip of 16 + 2, so the input plane ends 8 rows after the last
  // strip.
  binary.planes = {{.name = "input0",
                    .layer = -1,
                    .height = layer.InputHeight(),
                    .width = layer.InputWidth(),
                    .pitch = strips * kStrip + arch::kWordBytes,
                    .columns = layer.InputWidth()},
                   {.name = "L1.0",
                    .layer = 0,
                    .height = layer.out_height,
                    .width = layer.out_width,
                    .pitch = strips * kStrip,
                    .columns = layer.out_width}};
  binary.input_planes = {0};
  binary.output_planes = {1};
  if (cores == 1) {
    binary.steps = {MakeStep(layer, 0, 0, strips, feed, binary)};
  } else {
    for (int i = 0; i < strips; ++i)
      binary.steps.push_back(MakeStep(layer, i % cores, i, 1, feed, binary));
  }
  return binary;
}

}  // namespace nve
