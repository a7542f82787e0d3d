// SPDX-License-Identifier: Apache-2.0
// Seeded weights: the same everywhere, different by seed, and lively on the default picture.
#include <gtest/gtest.h>

#include <cmath>

#include "convnet/network_xml.hpp"
#include "convnet/weights.hpp"
#include "model/reference/reference.hpp"

namespace nve {
namespace {

const std::string kSource = NVE_SOURCE_DIR "/";

// FNV-1a over all weights, biases, shifts and tables.
uint64_t Fingerprint(const Weights& weights) {
  uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&hash](int value) {
    hash = (hash ^ static_cast<uint32_t>(value)) * 0x100000001b3;
  };
  for (const LayerWeights& layer : weights.layers) {
    for (const auto& kernels : layer.w) {
      for (const auto& kernel : kernels) {
        for (const int16_t weight : kernel) add(weight);
      }
    }
    for (const int16_t bias : layer.bias) add(bias);
    for (const uint8_t entry : layer.table) add(entry);
    add(layer.act_shift);
    add(layer.bias_shift);
  }
  return hash;
}

Network Read(const std::string& name) {
  Diagnostics diagnostics;
  return ReadNetworkXml(kSource + "networks/" + name, diagnostics);
}

TEST(SeededWeights, SameForTheSameSeedOnly) {
  const Network network = Read("face_detection.xml");
  EXPECT_EQ(SeededWeights(network, 1), SeededWeights(network, 1));
  EXPECT_FALSE(SeededWeights(network, 1) == SeededWeights(network, 2));
}

// Results elsewhere (documents, published measurements) rest on these values.
TEST(SeededWeights, ValuesNeverChange) {
  EXPECT_EQ(Fingerprint(SeededWeights(Read("face_detection.xml"), 1)), 8089467613807698980ULL);
  EXPECT_EQ(Fingerprint(SeededWeights(Read("speed_sign.xml"), 7)), 8035095965720672853ULL);
}

TEST(SeededWeights, TableIsASigmoid) {
  const LayerWeights weights = SeededWeights(Read("filter3x3.xml"), 1).layers[0];
  EXPECT_EQ(weights.table[512], 128);
  EXPECT_LE(weights.table[0], 2);
  EXPECT_GE(weights.table[1023], 253);
  for (int i = 1; i < kTableEntries; ++i) EXPECT_GE(weights.table[i], weights.table[i - 1]);
}

class LivelyOutputs : public testing::TestWithParam<std::string> {};

// No map is constant, and no layer has most of its pixels at the ends of the table.
TEST_P(LivelyOutputs, OnTheDefaultPicture) {
  const Network network = Read(GetParam());
  const FeatureMaps picture = ReadInputMaps(kSource + "images/street.png");
  for (const uint64_t seed : {1, 2, 3}) {
    const auto outputs = RunNetwork(network, SeededWeights(network, seed), picture);
    for (const FeatureMaps& output : outputs) {
      const size_t plane = static_cast<size_t>(output.height) * output.width;
      size_t at_ends = 0;
      for (int m = 0; m < output.maps; ++m) {
        double sum = 0;
        double squares = 0;
        for (size_t i = m * plane; i < (m + 1) * plane; ++i) {
          const int pixel = output.pixels[i];
          sum += pixel;
          squares += pixel * pixel;
          at_ends += pixel <= 3 || pixel >= 252 ? 1 : 0;
        }
        const double mean = sum / static_cast<double>(plane);
        EXPECT_GT(std::sqrt(squares / static_cast<double>(plane) - mean * mean), 4)
            << "seed " << seed << ", map " << m;
      }
      EXPECT_LT(static_cast<double>(at_ends), 0.4 * static_cast<double>(output.pixels.size()))
          << "seed " << seed;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, LivelyOutputs,
                         testing::Values("filter3x3.xml", "face_detection.xml", "speed_sign.xml"));

}  // namespace
}  // namespace nve
