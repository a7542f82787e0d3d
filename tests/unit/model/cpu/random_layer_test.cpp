// SPDX-License-Identifier: Apache-2.0
// Random layers: windows, steps, connections, missing and unread pixels, weights of any size.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <random>

#include "tests/unit/model/cpu/layer_check.hpp"

namespace nve {
namespace {

using Random = std::mt19937;

int Below(Random& random, int bound) {
  return static_cast<int>(random() % static_cast<uint32_t>(bound));
}

// Every input, one, the first half or any, so that some outputs share their list.
std::vector<int> Inputs(Random& random, int maps) {
  std::vector<int> inputs(static_cast<size_t>(maps));
  std::iota(inputs.begin(), inputs.end(), 0);
  const int kind = Below(random, 4);
  if (kind == 0) return inputs;
  if (kind == 1) return {Below(random, maps)};
  if (kind == 2) {
    inputs.resize(inputs.size() / 2);
    return inputs;
  }
  std::shuffle(inputs.begin(), inputs.end(), random);
  inputs.resize(static_cast<size_t>(Below(random, maps + 1)));
  return inputs;
}

int16_t AnyWeight(Random& random) {
  constexpr int16_t kLimits[] = {INT16_MIN, INT16_MAX, -1, 0};
  if (Below(random, 8) == 0) return kLimits[Below(random, 4)];
  return static_cast<int16_t>(random());
}

LayerWeights AnyWeights(Random& random, const Layer& layer) {
  LayerWeights weights;
  weights.act_shift = Below(random, kMaxActShift + 1);
  weights.bias_shift = Below(random, kMaxBiasShift + 1);
  for (uint8_t& pixel : weights.table) pixel = static_cast<uint8_t>(random());
  const auto taps = static_cast<size_t>(layer.kernel_height) * layer.kernel_width;
  for (const OutputMap& output : layer.outputs) {
    weights.bias.push_back(static_cast<int16_t>(random()));
    auto& kernels = weights.w.emplace_back(output.inputs.size(), std::vector<int16_t>(taps));
    for (auto& kernel : kernels) {
      for (int16_t& weight : kernel) weight = AnyWeight(random);
    }
  }
  return weights;
}

// `missing` rows and columns of the maps are not there, as far as any are left; negative: more are
// there than are read.
void CheckLayer(Layer layer, int maps, int outputs, int missing_rows, int missing_columns) {
  const auto seed = *rc::gen::arbitrary<uint32_t>();
  Random random(seed);
  layer.name = "L1";
  for (int m = 0; m < outputs; ++m) layer.outputs.push_back({m, Inputs(random, maps), {}});
  const LayerWeights weights = AnyWeights(random, layer);
  FeatureMaps input(maps, std::max(1, layer.InputHeight() - missing_rows),
                    std::max(1, layer.InputWidth() - missing_columns));
  for (uint8_t& pixel : input.pixels) pixel = static_cast<uint8_t>(random());
  RC_ASSERT(testing::Difference(layer, weights, input) == "");
}

// The same many cases in every run, unless the environment asks for others.
const bool kConfigured = setenv("RC_PARAMS", "seed=1 max_success=1000", 0) == 0;

int Number(int least, int most) { return *rc::gen::inRange(least, most + 1); }

RC_GTEST_PROP(RandomCpuLayer, AnyWindow, ()) {
  Layer layer;
  layer.out_height = Number(1, 13);
  layer.out_width = Number(1, 150);
  layer.kernel_height = Number(1, 8);
  layer.kernel_width = Number(1, 8);
  layer.stride_y = Number(1, 3);
  layer.stride_x = Number(1, 3);
  CheckLayer(layer, Number(1, 7), Number(1, 9), Number(-3, layer.kernel_height),
             Number(-3, layer.kernel_width));
}

RC_GTEST_PROP(RandomCpuLayer, SquareWindowsOfOneOrTwoSteps, ()) {
  Layer layer;
  layer.out_height = Number(1, 13);
  layer.out_width = Number(1, 150);
  layer.kernel_height = layer.kernel_width = Number(2, 8);
  layer.stride_y = layer.stride_x = Number(1, 2);
  CheckLayer(layer, Number(1, 5), Number(1, 9), Number(-1, 1), Number(-1, 1));
}

// Rows as long as a vector of bytes and longer, so that pixels are read as they are.
RC_GTEST_PROP(RandomCpuLayer, OneByOne, ()) {
  Layer layer;
  layer.out_height = Number(1, 4);
  layer.out_width = Number(1, 200);
  layer.kernel_height = layer.kernel_width = 1;
  CheckLayer(layer, Number(1, 20), Number(1, 3), Number(-2, 0), Number(-2, 0));
}

}  // namespace
}  // namespace nve
