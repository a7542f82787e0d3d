// SPDX-License-Identifier: Apache-2.0
// The float network against sums by hand.
#include "model/quantise/float_network.hpp"

#include <gtest/gtest.h>

#include "base/diagnostics/diagnostics.hpp"
#include "tests/unit/model/quantise/small_network.hpp"

namespace nve {
namespace {

Network TwoLayers() {
  Network network;
  network.layers = {SmallLayer(0, 2, 1, {{0}, {0}}), SmallLayer(1, 1, 1, {{1, 0}})};
  network.layers[0].out_width = network.layers[1].out_width = 2;
  return network;
}

TEST(FloatNetwork, HiddenLayersAreClampedAndTheLastIsNot) {
  FloatWeights weights;
  weights.layers = {{{{{1, 0, 0, 0.5}}, {{-1, 0, 0, 0}}}, {0.25, 0.5}}, {{{{10}, {-4}}}, {1}}};
  // Values: 0 0.2 1 / 1 0.4 0
  const FeatureMaps picture(1, 2, 3, {0, 51, 255, 255, 102, 0});
  const std::vector<FloatMaps> outputs = RunFloatNetwork(TwoLayers(), weights, picture);
  ASSERT_EQ(outputs.size(), 2u);
  ASSERT_EQ(outputs[0].values.size(), 4u);
  EXPECT_DOUBLE_EQ(outputs[0].values[0], 0.45);  // 0 + 0.4 / 2 + 0.25
  EXPECT_DOUBLE_EQ(outputs[0].values[1], 0.45);  // 0.2 + 0 / 2 + 0.25
  EXPECT_DOUBLE_EQ(outputs[0].values[2], 0.5);   // -0 + 0.5
  EXPECT_DOUBLE_EQ(outputs[0].values[3], 0.3);   // -0.2 + 0.5
  // Listed in the order 1, 0
  EXPECT_DOUBLE_EQ(outputs[1].values[0], 10 * 0.5 - 4 * 0.45 + 1);
  EXPECT_DOUBLE_EQ(outputs[1].values[1], 10 * 0.3 - 4 * 0.45 + 1);
  weights.layers[0].bias = {5, -5};
  const std::vector<FloatMaps> clamped = RunFloatNetwork(TwoLayers(), weights, picture);
  EXPECT_EQ(clamped[0].values, (std::vector<double>{1, 1, 0, 0}));
  EXPECT_EQ(clamped[1].values, (std::vector<double>{-3, -3}));
}

TEST(FloatNetwork, StrideAndMissingValues) {
  Network network;
  network.layers = {SmallLayer(0, 2, 2, {{0}})};
  network.layers[0].out_width = 2;
  FloatWeights weights;
  weights.layers = {{{{{1, 2, 4, 8}}}, {0}}};
  const FeatureMaps picture(1, 1, 3, {255, 255, 255});
  EXPECT_EQ(RunFloatNetwork(network, weights, picture)[0].values, (std::vector<double>{3, 1}));
}

TEST(FloatNetwork, WeightsOfAnotherNetworkAreOurBug) {
  EXPECT_THROW(RunFloatNetwork(TwoLayers(), {}, FeatureMaps(1, 2, 3)), InternalError);
}

}  // namespace
}  // namespace nve
