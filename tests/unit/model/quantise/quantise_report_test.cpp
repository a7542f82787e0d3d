// SPDX-License-Identifier: Apache-2.0
// Shares, weights and the table.
#include "model/quantise/quantise_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/model/quantise/small_network.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

TEST(QuantiseReport, SharesAndWeightsOfALayer) {
  const FloatLayer floats = {{{{-0.75, 0.001, 0}}}, {0}};
  LayerWeights weights;
  weights.w = {{{-6, 0, 0}}};
  weights.act_shift = 3;
  weights.bias_shift = 2;
  const LayerMeasure measure = {-600, 520, 8, 1, 2, 4, 6, 1.5, 4};
  const LayerOfQuantise layer = LayerOf("L2", floats, weights, "bias", measure);
  EXPECT_EQ(layer.name, "L2");
  EXPECT_EQ(layer.weights, 3);
  EXPECT_EQ(layer.act_shift, 3);
  EXPECT_EQ(layer.bias_shift, 2);
  EXPECT_EQ(layer.limited_by, "bias");
  EXPECT_EQ(layer.largest_float_weight, 0.75);
  EXPECT_EQ(layer.largest_weight, 6);
  EXPECT_EQ(layer.zero_weights, 1);
  EXPECT_EQ(layer.index_least, -600);
  EXPECT_EQ(layer.index_most, 520);
  EXPECT_EQ(layer.below_table, 0.125);
  EXPECT_EQ(layer.above_table, 0.25);
  EXPECT_EQ(layer.pixels_0, 0.5);
  EXPECT_EQ(layer.pixels_255, 0.75);
  EXPECT_EQ(layer.largest_difference, 1.5);
  EXPECT_EQ(layer.mean_difference, 0.5);
}

TEST(QuantiseReport, AFileAndItsTable) {
  Network network;
  network.layers = {SmallLayer(0, 1, 1, {{0}})};
  FloatWeights floats;
  floats.layers = {{{{{1}}}, {0}}};
  const QuantisedNetwork quantised = QuantiseNetwork(network, floats, {}, {}, 2, "f.npz");
  const std::vector<LayerMeasure> measures = {{0, 100, 1, 0, 0, 0, 1, 0.25, 0.25}};
  QuantiseFile file = QuantiseResult(network, floats, quantised, measures);
  EXPECT_EQ(file.gain, 255.5);
  EXPECT_EQ(file.largest_logit, 2);
  file.weight_bits = 16;
  file.machine = "nve";
  file.pictures = 1;
  const std::string text = QuantiseText(file);
  EXPECT_THAT(text, HasSubstr("\nL1            1    14          0 weights"));
  EXPECT_THAT(text, HasSubstr("\n16-bit weights for nve, 1 calibration picture\n"));
  EXPECT_THAT(text, HasSubstr("gain 255.5 (511 / largest logit), largest logit 2\n"));
  file.gain_given = true;
  EXPECT_THAT(QuantiseText(file), HasSubstr("gain 255.5 (given)"));
}

}  // namespace
}  // namespace nve
