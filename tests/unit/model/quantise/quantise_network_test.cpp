// SPDX-License-Identifier: Apache-2.0
// Calibration pictures, the gain they give, and a network whose layers do not fit.
#include "model/quantise/quantise_network.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/base/files/test_files.hpp"
#include "tests/unit/model/quantise/small_network.hpp"

namespace nve {
namespace {

const PicturesDone kNobody = [](int64_t) {};

// Hands pixels on, then takes 5.11 times the first from the second.
Network Difference() {
  Network network;
  network.layers = {SmallLayer(0, 1, 1, {{0}}), SmallLayer(1, 2, 1, {{0}})};
  return network;
}

FloatWeights DifferenceWeights() {
  FloatWeights weights;
  weights.layers = {{{{{1}}}, {0}}, {{{{-5.11, 5.11, 0, 0}}}, {0}}};
  return weights;
}

TEST(QuantiseNetwork, TheLargestLogitOfAllPicturesGivesTheGain) {
  const std::vector<NamedPicture> pictures = {{"a", {1, 2, 3, {0, 255, 0, 0, 0, 0}}},
                                              {"b", {1, 2, 2, {51, 102, 0, 0}}}};
  int64_t done = 0;
  const double largest = LargestLogit(Difference(), DifferenceWeights(), pictures,
                                      [&](int64_t count) { done = count; });
  EXPECT_EQ(done, 2);
  EXPECT_DOUBLE_EQ(largest, 5.11);
  const QuantisedNetwork by_logit =
      QuantiseNetwork(Difference(), DifferenceWeights(), {}, {}, largest, "f.npz");
  EXPECT_DOUBLE_EQ(by_logit.gain, 100);
  // 100 * 5.11 / 255 is about 2.004: a shift of 13
  EXPECT_EQ(by_logit.weights.layers[1].act_shift, 13);
  EXPECT_EQ(by_logit.weights.layers[1].w[0][0],
            (std::vector<int16_t>{-16416, 16416, 0, 0}));  // 2.0039... * 8192
  const QuantisedNetwork given =
      QuantiseNetwork(Difference(), DifferenceWeights(), {}, 50, largest, "f.npz");
  EXPECT_DOUBLE_EQ(given.gain, 50);
  EXPECT_EQ(given.weights.layers[1].act_shift, 14);
  EXPECT_EQ(given.weights.layers[0].act_shift, 14);
  EXPECT_EQ(given.limited_by, (std::vector<std::string>{"weights", "weights"}));
}

TEST(QuantiseNetwork, LogitsThatGiveNoGain) {
  FloatWeights weights = DifferenceWeights();
  weights.layers[1].w[0][0] = {0, 0, 0, 0};
  const std::vector<NamedPicture> pictures = {{"a", {1, 2, 2, {0, 255, 0, 0}}}};
  EXPECT_EQ(LargestLogit(Difference(), weights, pictures, kNobody), 0);
  ExpectInputError([&] { QuantiseNetwork(Difference(), weights, {}, {}, 0, "f.npz"); },
                   "f.npz: error: element <L2.weights>: found 0 as the largest logit");
  weights.layers[1].w[0][0] = {1e308, 1e308, 0, 0};
  weights.layers[1].bias = {1e308};
  EXPECT_TRUE(std::isinf(LargestLogit(Difference(), weights, pictures, kNobody)));
}

TEST(QuantiseNetwork, AllLayersThatDoNotFit) {
  FloatWeights weights = DifferenceWeights();
  weights.layers[0].w[0][0] = {1e6};
  weights.layers[1].w[0][0][2] = 1e6;
  for (const char* name : {"<L1.weights>: found 1e+06", "<L2.weights>: found 1e+06 at (0, 1, 0)"}) {
    ExpectInputError([&] { QuantiseNetwork(Difference(), weights, {}, 1000, 1, "f.npz"); }, name);
  }
}

TEST(QuantiseNetwork, PicturesThatAreTooSmall) {
  const Network network = Difference();
  EXPECT_NO_THROW(CheckCalibration(network, "n.xml", {{"a", FeatureMaps(1, 2, 2)}}, "p"));
  ExpectInputError([&] { CheckCalibration(network, "n.xml", {}, "p"); },
                   "p: error: found no picture");
  std::vector<NamedPicture> pictures = {{"a", FeatureMaps(1, 2, 2)}, {"b", FeatureMaps(1, 1, 2)}};
  ExpectInputError([&] { CheckCalibration(network, "n.xml", pictures, "p"); },
                   "b: error: too small: n.xml needs 1 map of 2 x 2 pixels (width x height), found "
                   "1 of 2 x 1");
  for (int i = 0; i < 11; ++i) pictures.push_back({"c", FeatureMaps(1, 2, 1)});
  ExpectInputError([&] { CheckCalibration(network, "n.xml", pictures, "p"); },
                   "p: error: 2 more pictures are too small");
}

}  // namespace
}  // namespace nve
