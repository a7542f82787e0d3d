// SPDX-License-Identifier: Apache-2.0
// Counts by hand, and random networks against a bound on what rounding can change.
//
// Let e be the largest difference of a layer's input pixels to the float network's. A weight is off
// by at most 1/2, a bias by 2^bias_shift / 2, and a pixel is at most 255, so before it is rounded
// the index is off by at most
//   F * e * (sum of |w|) + (255 / 2 * (number of weights) + 2^bias_shift / 2) / 2^act_shift.
// Rounding adds 1/2 unless act_shift is 0. Clamping makes no difference larger. A pixel of a hidden
// layer is the clamped index. That of the last is a quarter of it, and drops up to 3/4.
#include "model/quantise/quantise_measure.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "tests/unit/model/quantise/small_network.hpp"

namespace nve {
namespace {

// One layer, which is the last: with a gain of 255 the index is 4 times the pixel, up to rounding.
TEST(Measure, CountsOfTheTable) {
  Network network;
  network.layers = {SmallLayer(0, 1, 1, {{0}, {0}})};
  FloatWeights floats;
  floats.layers = {{{{{4}}, {{-4}}}, {0, 0}}};
  const QuantisedNetwork quantised = QuantiseNetwork(network, floats, {}, 255, 1, "f.npz");
  std::vector<LayerMeasure> layers;
  const FeatureMaps picture(1, 1, 7, {0, 1, 127, 128, 129, 200, 255});
  Measure(network, floats, quantised, picture, layers);
  ASSERT_EQ(layers.size(), 1u);
  EXPECT_EQ(layers[0].index_least, -1020);
  EXPECT_EQ(layers[0].index_most, 1020);
  EXPECT_EQ(layers[0].pixels, 14);
  EXPECT_EQ(layers[0].above_table, 4);                   // 512, 516, 800, 1020
  EXPECT_EQ(layers[0].below_table, 3);                   // -516, -800, -1020
  EXPECT_EQ(layers[0].pixels_255, 5);                    // 508 too
  EXPECT_EQ(layers[0].pixels_0, 4);                      // -512 too
  EXPECT_DOUBLE_EQ(layers[0].largest_difference, 0.75);  // index 511 is 255.75, the pixel 255
  EXPECT_DOUBLE_EQ(layers[0].sum_of_differences, 4 * 0.75);
  Measure(network, floats, quantised, FeatureMaps(1, 1, 1, {255}), layers);
  EXPECT_EQ(layers[0].pixels, 16);
  EXPECT_EQ(layers[0].above_table, 5);
}

TEST(Measure, DifferencesOfAHiddenLayer) {
  Network network;
  network.layers = {SmallLayer(0, 1, 1, {{0}}), SmallLayer(1, 1, 1, {{0}})};
  FloatWeights floats;
  floats.layers = {{{{{0.5}}}, {0}}, {{{{1}}}, {0}}};
  const QuantisedNetwork quantised = QuantiseNetwork(network, floats, {}, 255, 1, "f.npz");
  const std::vector<NamedPicture> pictures = {{"a", {1, 1, 3, {0, 1, 2}}}, {"b", {1, 1, 1, {255}}}};
  const std::vector<LayerMeasure> layers =
      MeasureAll(network, floats, quantised, pictures, [](int64_t) {});
  EXPECT_EQ(layers[0].index_most, 128);
  EXPECT_DOUBLE_EQ(layers[0].largest_difference, 0.5);  // 1/2 and 255/2 are rounded up
  EXPECT_DOUBLE_EQ(layers[0].sum_of_differences, 1);
  EXPECT_EQ(layers[0].pixels_0, 1);
  // Floats 128, 128.125, 128.25 and 128 + 127.5/4; pixels 128, 128, 128 and 160
  EXPECT_DOUBLE_EQ(layers[1].largest_difference, 0.25);
}

class RandomNetworks {
 public:
  int Pick(int least, int most) {
    return least + static_cast<int>(random_() % static_cast<uint32_t>(most - least + 1));
  }

  double Weight(double deviation) {
    return std::normal_distribution<double>(0, deviation)(random_);
  }

  Network MakeNetwork() {
    Network network;
    int maps = 1;
    const int layers = Pick(1, 4);
    for (int i = 0; i < layers; ++i) {
      std::vector<std::vector<int>> lists(static_cast<size_t>(Pick(1, 5)));
      for (auto& list : lists) {
        for (int input = 0; input < maps; ++input) {
          if (list.empty() || Pick(0, 2) > 0) list.push_back(input);
        }
      }
      maps = static_cast<int>(lists.size());
      network.layers.push_back(SmallLayer(i, Pick(1, 4), Pick(1, 2), std::move(lists)));
    }
    return network;
  }

  FloatWeights MakeFloats(const Network& network) {
    FloatWeights floats;
    for (const Layer& layer : network.layers) {
      FloatLayer& to = floats.layers.emplace_back();
      const double deviation = std::ldexp(1, -Pick(0, 6));
      for (const OutputMap& output : layer.outputs) {
        auto& kernels = to.w.emplace_back(output.inputs.size());
        for (auto& kernel : kernels) {
          kernel.resize(static_cast<size_t>(layer.kernel_height) * layer.kernel_width);
          for (double& weight : kernel) weight = Weight(deviation);
        }
        to.bias.push_back(Weight(0.3));
      }
    }
    return floats;
  }

  FeatureMaps MakePicture() {
    FeatureMaps picture(1, 64, 60);
    for (uint8_t& pixel : picture.pixels) pixel = static_cast<uint8_t>(random_());
    return picture;
  }

 private:
  std::mt19937 random_{33};
};

// By how much the pixels of a layer may differ if those of its input do by `input`.
double Bound(const FloatLayer& floats, const LayerWeights& weights, double factor, bool last,
             double input) {
  double worst = 0;
  for (const auto& kernels : floats.w) {
    double magnitudes = 0, count = 0;
    for (const auto& kernel : kernels) {
      for (const double weight : kernel) magnitudes += std::abs(weight);
      count += static_cast<double>(kernel.size());
    }
    const double rounding = 255 / 2.0 * count + std::ldexp(0.5, weights.bias_shift);
    worst = std::max(worst, factor * input * magnitudes + std::ldexp(rounding, -weights.act_shift));
  }
  if (weights.act_shift > 0) worst += 0.5;
  return last ? worst / 4 + 0.75 : worst;
}

TEST(Measure, RandomNetworksStayWithinTheBound) {
  RandomNetworks random;
  int tight = 0;
  for (int round = 0; round < 120; ++round) {
    const Network network = random.MakeNetwork();
    const FloatWeights floats = random.MakeFloats(network);
    const std::vector<NamedPicture> pictures = {{"a", random.MakePicture()}};
    const double largest = LargestLogit(network, floats, pictures, [](int64_t) {});
    constexpr int kBits[] = {16, 8, 6, 4};
    // Of some networks hardly anything comes out, and 4 bits do not hold the gain.
    const auto gain = largest < 0.5 ? std::optional<double>(200) : std::nullopt;
    const QuantisedNetwork quantised =
        QuantiseNetwork(network, floats, {kBits[round % 4]}, gain, largest, "f.npz");
    const std::vector<LayerMeasure> layers =
        MeasureAll(network, floats, quantised, pictures, [](int64_t) {});
    double input = 0;
    for (size_t i = 0; i < network.layers.size(); ++i) {
      const bool last = i + 1 == network.layers.size();
      const double factor = last ? LastFactor(quantised.gain) : kHiddenFactor;
      input = Bound(floats.layers[i], quantised.weights.layers[i], factor, last, input);
      EXPECT_LE(layers[i].largest_difference, input + 1e-9)
          << "round " << round << " " << network.layers[i].name;
      EXPECT_LE(layers[i].sum_of_differences,
                layers[i].largest_difference * static_cast<double>(layers[i].pixels) + 1e-9);
      tight += static_cast<int>(layers[i].largest_difference > 0.4 * input);
    }
  }
  EXPECT_GT(tight, 50);  // it would be no bound if nothing came near it
}

}  // namespace
}  // namespace nve
