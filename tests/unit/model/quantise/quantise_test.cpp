// SPDX-License-Identifier: Apache-2.0
// One layer: shifts, rounding, what stops a larger shift and what fits with none, by hand.
#include "model/quantise/quantise.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/model/quantise/small_network.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;

// A layer of one map with a row of 1x1 inputs.
Layer Row(size_t inputs) {
  std::vector<int> list;
  for (size_t i = 0; i < inputs; ++i) list.push_back(static_cast<int>(i));
  return SmallLayer(0, 1, 1, {list});
}

FloatLayer Floats(const std::vector<double>& weights, double bias) {
  FloatLayer floats;
  floats.w.emplace_back();
  for (const double weight : weights) floats.w[0].push_back({weight});
  floats.bias = {bias};
  return floats;
}

QuantisedLayer Quantised(const std::vector<double>& weights, double bias,
                         const QuantiseLimits& limits = {}, double factor = kHiddenFactor,
                         bool last = false) {
  Diagnostics problems;
  QuantisedLayer layer = QuantiseLayer(Row(weights.size()), Floats(weights, bias), factor, last,
                                       limits, "f.npz", problems);
  EXPECT_TRUE(problems.ok());
  return layer;
}

std::vector<std::string> Problems(const std::vector<double>& weights, double bias,
                                  const QuantiseLimits& limits, double factor = kHiddenFactor) {
  Diagnostics problems;
  QuantiseLayer(Row(weights.size()), Floats(weights, bias), factor, false, limits, "f.npz",
                problems);
  std::vector<std::string> lines;
  for (const Diagnostic& each : problems.all()) lines.push_back(ToString(each));
  return lines;
}

TEST(QuantiseLayer, TheLargestShiftForTheWeights) {
  const QuantisedLayer half = Quantised({0.5}, 0);
  EXPECT_EQ(half.weights.act_shift, 15);  // 2^14; a shift of 16 makes 32768
  EXPECT_EQ(half.weights.w[0][0], std::vector<int16_t>{16384});
  EXPECT_EQ(half.limited_by, "weights");
  const QuantisedLayer most = Quantised({32767.0 / 65536}, 0);
  EXPECT_EQ(most.weights.act_shift, 16);
  EXPECT_EQ(most.weights.w[0][0], std::vector<int16_t>{32767});
  const QuantisedLayer negative = Quantised({-0.5}, 0);
  EXPECT_EQ(negative.weights.act_shift, 15);  // -32768 is not used
  EXPECT_EQ(Quantised({1}, 0, {8}).weights.act_shift, 6);
  EXPECT_EQ(Quantised({1}, 0, {6}).weights.act_shift, 4);
  EXPECT_EQ(Quantised({1}, 0, {4}).weights.act_shift, 2);
}

TEST(QuantiseLayer, RoundsToTheNearestAndTiesAwayFromZero) {
  // A shift of 6: one is 64
  const double step = 1.0 / 64;
  const auto weights =
      Quantised({1, 0.5 * step, -0.5 * step, 0.49 * step, -1.5 * step, 2.6 * step}, 0, {8}).weights;
  ASSERT_EQ(weights.act_shift, 6);
  EXPECT_THAT(weights.w[0], ElementsAre(ElementsAre(64), ElementsAre(1), ElementsAre(-1),
                                        ElementsAre(0), ElementsAre(-2), ElementsAre(3)));
}

TEST(QuantiseLayer, TheSmallestBiasShift) {
  // 255 / 4 * 2^15 = 2088960 = 32640 << 6
  const auto weights = Quantised({0.5}, 0.25).weights;
  EXPECT_EQ(weights.bias_shift, 6);
  EXPECT_EQ(weights.bias, std::vector<int16_t>{32640});
  const auto small = Quantised({1}, -1, {8}).weights;  // 255 * 64
  EXPECT_EQ(small.bias_shift, 0);
  EXPECT_EQ(small.bias, std::vector<int16_t>{-16320});
  const auto lowest = Quantised({1}, -32768.0 / (255 * 64), {8}).weights;
  EXPECT_EQ(lowest.bias_shift, 0);
  EXPECT_EQ(lowest.bias, std::vector<int16_t>{-32768});
}

TEST(QuantiseLayer, WhatStopsALargerShift) {
  const QuantisedLayer bias = Quantised({0.001}, 1, {16, 31, 0});
  EXPECT_EQ(bias.weights.act_shift, 7);  // 255 * 2^7 = 32640
  EXPECT_EQ(bias.limited_by, "bias");
  const QuantisedLayer sum = Quantised(std::vector<double>(300, 0.9), 0);
  EXPECT_EQ(sum.weights.act_shift, 14);  // 255 * 300 * 29491 is above 2^31
  EXPECT_EQ(sum.limited_by, "accumulator");
  const QuantisedLayer negative = Quantised(std::vector<double>(300, -0.9), 0);
  EXPECT_EQ(negative.weights.act_shift, 14);
  EXPECT_EQ(negative.limited_by, "accumulator");
  const QuantisedLayer machine = Quantised({1e-6}, 0, {16, 10, 16});
  EXPECT_EQ(machine.weights.act_shift, 10);
  EXPECT_EQ(machine.limited_by, "machine");
}

// 257 products of 255 * 32767 are 2^31 - 98303; the bias shift is 2.
TEST(QuantiseLayer, TheAccumulatorUpToItsLastValue) {
  const std::vector<double> weights(257, 32767.0 / 32768);
  EXPECT_EQ(Quantised(weights, 0).weights.act_shift, 15);
  EXPECT_EQ(Quantised(weights, 98300.0 / 32768 / 255).weights.act_shift, 15);
  EXPECT_EQ(Quantised(weights, 98304.0 / 32768 / 255).weights.act_shift, 14);
}

TEST(QuantiseLayer, TablesOfHiddenLayersAndOfTheLast) {
  const auto& hidden = Quantised({1}, 0).weights.table;
  EXPECT_EQ(hidden[0], 0);
  EXPECT_EQ(hidden[512], 0);
  EXPECT_EQ(hidden[513], 1);
  EXPECT_EQ(hidden[512 + 255], 255);
  EXPECT_EQ(hidden[1023], 255);
  const auto& last = Quantised({1}, 0, {}, 1, true).weights.table;
  EXPECT_EQ(last[0], 0);
  EXPECT_EQ(last[511], 127);
  EXPECT_EQ(last[512], 128);
  EXPECT_EQ(last[516], 129);
  EXPECT_EQ(last[1023], 255);
}

TEST(QuantiseLayer, TheGainScalesTheLastLayer) {
  EXPECT_DOUBLE_EQ(GainFor(5.11), 100);
  // F = 2: a weight of 1/4 is 1/2
  const auto weights = Quantised({0.25}, 0.125, {}, LastFactor(510), true).weights;
  EXPECT_EQ(weights.act_shift, 15);
  EXPECT_EQ(weights.w[0][0], std::vector<int16_t>{16384});
  EXPECT_EQ(weights.bias_shift, 6);
  EXPECT_EQ(weights.bias, std::vector<int16_t>{32640});
}

TEST(QuantiseLayer, WhatFitsWithNoShift) {
  EXPECT_THAT(Problems({1, 7.4}, 0, {4}), ElementsAre());
  EXPECT_THAT(Problems({1, -9.25, 8}, 200, {4, 31, 0}),
              ElementsAre("f.npz: error: element <L1.weights>: found -9.25 at (1, 0, 0), allowed "
                          "with 4-bit weights: magnitudes below 7.5",
                          "f.npz: error: element <L1.bias>: found 200 at (0,), allowed: magnitudes "
                          "below 128.498"));
  EXPECT_THAT(Problems({10}, 0, {4}, LastFactor(510)),
              ElementsAre("f.npz: error: element <L1.weights>: found 10 at (0, 0, 0), allowed with "
                          "4-bit weights and gain 510: magnitudes below 3.75"));
  EXPECT_THAT(Problems(std::vector<double>(300, 32767), 0, {}),
              ElementsAre("f.npz: error: element <L1.weights>: found an accumulator of 0 to "
                          "2506675500 in output map 0, allowed: -2147483648 to 2147483647; make "
                          "the weights smaller"));
}

}  // namespace
}  // namespace nve
