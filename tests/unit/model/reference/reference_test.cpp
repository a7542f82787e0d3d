// SPDX-License-Identifier: Apache-2.0
// The functional reference against results worked out by hand and against the plainest loops.
#include "model/reference/reference.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {
namespace {

Layer MakeLayer(int out_height, int out_width, int kernel, int stride,
                std::vector<std::vector<int>> inputs) {
  Layer layer;
  layer.name = "L1";
  layer.out_height = out_height;
  layer.out_width = out_width;
  layer.kernel_height = layer.kernel_width = kernel;
  layer.stride_y = layer.stride_x = stride;
  for (auto& list : inputs) {
    layer.outputs.push_back({static_cast<int>(layer.outputs.size()), std::move(list), {}});
  }
  return layer;
}

// The table that hands the index on: negative ones as 0, those above 255 as 255.
LayerWeights Identity() {
  LayerWeights weights;
  for (int i = 0; i < kTableEntries; ++i) {
    weights.table[i] = static_cast<uint8_t>(std::clamp(i - 512, 0, 255));
  }
  return weights;
}

FeatureMaps Maps(int maps, int height, int width, std::vector<uint8_t> pixels) {
  FeatureMaps result(maps, height, width);
  EXPECT_EQ(result.pixels.size(), pixels.size());
  result.pixels = std::move(pixels);
  return result;
}

TEST(Activate, RoundsShiftsAndClamps) {
  LayerWeights weights;
  for (int i = 0; i < kTableEntries; ++i) weights.table[i] = static_cast<uint8_t>(i & 0xff);
  weights.table[0] = 11;
  weights.table[1023] = 22;
  EXPECT_EQ(Activate(weights, 0), 0);     // entry 512
  EXPECT_EQ(Activate(weights, 5), 5);     // no shift, no rounding
  EXPECT_EQ(Activate(weights, -1), 255);  // entry 511
  EXPECT_EQ(Activate(weights, 511), 22);
  EXPECT_EQ(Activate(weights, 512), 22);  // clamped
  EXPECT_EQ(Activate(weights, -512), 11);
  EXPECT_EQ(Activate(weights, -513), 11);  // clamped
  weights.act_shift = 3;
  EXPECT_EQ(Activate(weights, 11), 1);     // 11/8 = 1.375
  EXPECT_EQ(Activate(weights, 12), 2);     // 1.5 rounds up
  EXPECT_EQ(Activate(weights, -12), 255);  // -1.5 rounds up, to -1
  EXPECT_EQ(Activate(weights, -13), 254);  // -1.625 to -2
  weights.act_shift = 31;
  EXPECT_EQ(Activate(weights, INT32_MAX), 1);  // the sum with 2^30 needs more than 32 bits
  EXPECT_EQ(Activate(weights, INT32_MIN), 255);
}

TEST(RunLayer, ThreeByThreeByHand) {
  // 1 2 3 4     kernel 1 0 -1     first output: (1-3) + 2(5-7) + (9-1) = 2
  // 5 6 7 8            2 0 -2     second: (2-4) + 2(6-8) + (0-2) = -8
  // 9 0 1 2            1 0 -1
  const Layer layer = MakeLayer(1, 2, 3, 1, {{0}});
  LayerWeights weights = Identity();
  weights.w = {{{1, 0, -1, 2, 0, -2, 1, 0, -1}}};
  weights.bias = {100};
  const FeatureMaps input = Maps(1, 3, 4, {1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2});
  EXPECT_EQ(RunLayer(layer, weights, input).pixels, (std::vector<uint8_t>{102, 92}));
}

TEST(RunLayer, StrideTwoAndBiasShift) {
  // Sums of 2x2 blocks: 1+2+5+6 = 14, 3+4+7+8 = 22; bias 3 << 4 = 48.
  const Layer layer = MakeLayer(1, 2, 2, 2, {{0}});
  LayerWeights weights = Identity();
  weights.w = {{{1, 1, 1, 1}}};
  weights.bias = {3};
  weights.bias_shift = 4;
  EXPECT_EQ(RunLayer(layer, weights, Maps(1, 2, 4, {1, 2, 3, 4, 5, 6, 7, 8})).pixels,
            (std::vector<uint8_t>{62, 70}));
}

TEST(RunLayer, SeveralInputsInListedOrder) {
  const Layer layer = MakeLayer(1, 1, 1, 1, {{2, 0}, {1}});
  LayerWeights weights = Identity();
  weights.w = {{{10}, {1}}, {{7}}};
  weights.bias = {0, -1};
  EXPECT_EQ(RunLayer(layer, weights, Maps(3, 1, 1, {5, 6, 8})).pixels,
            (std::vector<uint8_t>{85, 41}));
}

TEST(RunLayer, MissingPixelsAreZeroAndExtraOnesIgnored) {
  LayerWeights weights = Identity();
  weights.w = {{{1, 1, 1, 1}}};
  weights.bias = {0};
  const FeatureMaps input = Maps(1, 2, 2, {1, 2, 3, 4});
  EXPECT_EQ(RunLayer(MakeLayer(2, 2, 2, 1, {{0}}), weights, input).pixels,
            (std::vector<uint8_t>{10, 6, 7, 4}));
  EXPECT_EQ(RunLayer(MakeLayer(1, 1, 2, 1, {{0}}), weights, input).pixels,
            (std::vector<uint8_t>{10}));
}

TEST(RunLayer, AccumulatorWrapsAround) {
  // 257 products of 255 * 32767 make 2147385345, just below 2^31; one more makes it negative.
  constexpr int kInputs = 258;
  std::vector<int> list(kInputs);
  for (int i = 0; i < kInputs; ++i) list[static_cast<size_t>(i)] = i;
  const Layer layer = MakeLayer(1, 1, 1, 1, {list});
  LayerWeights weights = Identity();
  weights.w = {std::vector<std::vector<int16_t>>(kInputs, {INT16_MAX})};
  weights.bias = {0};
  weights.act_shift = 24;
  const FeatureMaps input = Maps(kInputs, 1, 1, std::vector<uint8_t>(kInputs, 255));
  const int64_t exact = int64_t{kInputs} * 255 * INT16_MAX;
  ASSERT_GT(exact, INT32_MAX);
  EXPECT_EQ(RunLayer(layer, weights, input).pixels[0], 0);  // a negative index
  weights.w[0].pop_back();
  weights.w[0].pop_back();
  Layer shorter = layer;
  shorter.outputs[0].inputs.resize(kInputs - 2);
  EXPECT_EQ(RunLayer(shorter, weights, input).pixels[0], 127);  // 2139029760 / 2^24 = 127.496
}

TEST(RunLayer, WrongShapesAreOurBug) {
  const Layer layer = MakeLayer(1, 1, 1, 1, {{1}});
  LayerWeights weights = Identity();
  weights.w = {{{1}}};
  weights.bias = {0};
  EXPECT_THROW(RunLayer(layer, weights, FeatureMaps(1, 1, 1)), InternalError);
  weights.w = {{{1, 2}}};
  EXPECT_THROW(RunLayer(layer, weights, FeatureMaps(2, 1, 1)), InternalError);
  weights.w = {{{1}, {2}}};
  EXPECT_THROW(RunLayer(layer, weights, FeatureMaps(2, 1, 1)), InternalError);
}

// The definition, term by term, in 64 bits with the wrap-around at the end.
uint8_t PlainPixel(const Layer& layer, const LayerWeights& weights, const FeatureMaps& input, int m,
                   int y, int x) {
  int64_t sum = int64_t{weights.bias[m]} * (int64_t{1} << weights.bias_shift);
  for (size_t i = 0; i < layer.outputs[m].inputs.size(); ++i) {
    for (int ky = 0; ky < layer.kernel_height; ++ky) {
      for (int kx = 0; kx < layer.kernel_width; ++kx) {
        const int row = y * layer.stride_y + ky;
        const int column = x * layer.stride_x + kx;
        if (row >= input.height || column >= input.width) continue;
        sum += int64_t{weights.w[m][i][ky * layer.kernel_width + kx]} *
               input.at(layer.outputs[m].inputs[i], row, column);
      }
    }
  }
  return Activate(weights, static_cast<int32_t>(static_cast<uint32_t>(sum)));
}

TEST(RunLayer, RandomLayersMatchTheDefinition) {
  std::mt19937 random(5);
  const auto pick = [&](int least, int most) {
    return least + static_cast<int>(random() % static_cast<uint32_t>(most - least + 1));
  };
  for (int round = 0; round < 60; ++round) {
    const int maps = pick(1, 4);
    Layer layer = MakeLayer(pick(1, 9), pick(1, 20), 1, 1, {});
    layer.kernel_height = pick(1, 6);
    layer.kernel_width = pick(1, 6);
    layer.stride_y = pick(1, 3);
    layer.stride_x = pick(1, 3);
    LayerWeights weights;
    for (uint8_t& entry : weights.table) entry = static_cast<uint8_t>(random());
    weights.act_shift = pick(0, 20);
    weights.bias_shift = pick(0, 16);
    for (int m = 0; m < pick(1, 3); ++m) {
      layer.outputs.push_back({m, {}, {}});
      weights.w.emplace_back();
      weights.bias.push_back(static_cast<int16_t>(random()));
      for (int i = 0; i < maps; ++i) {
        if (pick(0, 1) == 0) continue;
        layer.outputs.back().inputs.push_back(i);
        auto& kernel = weights.w.back().emplace_back(layer.kernel_height * layer.kernel_width);
        for (int16_t& weight : kernel) weight = static_cast<int16_t>(random());
      }
    }
    FeatureMaps input(maps, std::max(1, layer.InputHeight() + pick(-3, 3)),
                      std::max(1, layer.InputWidth() + pick(-3, 3)));
    for (uint8_t& pixel : input.pixels) pixel = static_cast<uint8_t>(random());
    const FeatureMaps output = RunLayer(layer, weights, input);
    for (int m = 0; m < output.maps; ++m) {
      for (int y = 0; y < output.height; ++y) {
        for (int x = 0; x < output.width; ++x) {
          ASSERT_EQ(output.at(m, y, x), PlainPixel(layer, weights, input, m, y, x))
              << "round " << round << " at " << m << ", " << y << ", " << x;
        }
      }
    }
  }
}

TEST(RunNetwork, EachLayerReadsTheOneBefore) {
  Network network;
  network.layers = {MakeLayer(1, 2, 1, 1, {{0}, {0}}), MakeLayer(1, 2, 1, 1, {{1, 0}})};
  Weights weights;
  weights.layers = {Identity(), Identity()};
  weights.layers[0].w = {{{1}}, {{2}}};
  weights.layers[0].bias = {0, 1};
  weights.layers[1].w = {{{10}, {1}}};
  weights.layers[1].bias = {0};
  const auto outputs = RunNetwork(network, weights, Maps(1, 1, 2, {3, 4}));
  ASSERT_EQ(outputs.size(), 2u);
  EXPECT_EQ(outputs[0].pixels, (std::vector<uint8_t>{3, 4, 7, 9}));
  EXPECT_EQ(outputs[1].pixels, (std::vector<uint8_t>{73, 94}));
  weights.layers.pop_back();
  EXPECT_THROW(RunNetwork(network, weights, Maps(1, 1, 2, {3, 4})), InternalError);
}

}  // namespace
}  // namespace nve
