// SPDX-License-Identifier: Apache-2.0
// Every network of networks/, layer by layer, and the borders of the arithmetic.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <random>

#include "convnet/network_xml.hpp"
#include "model/cpu/pair_mapping.hpp"
#include "tests/unit/model/cpu/layer_check.hpp"

namespace nve {
namespace {

using testing::Difference;

FeatureMaps Noise(int maps, int height, int width) {
  FeatureMaps noise(maps, height, width);
  std::mt19937 random(7);
  for (uint8_t& pixel : noise.pixels) pixel = static_cast<uint8_t>(random());
  return noise;
}

std::vector<std::string> Networks() {
  std::vector<std::string> paths;
  for (const char* folder : {"/networks", "/networks/small"}) {
    for (const auto& entry :
         std::filesystem::directory_iterator(NVE_SOURCE_DIR + std::string(folder))) {
      if (entry.path().extension() == ".xml") paths.push_back(entry.path().string());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

class CpuNetworkTest : public ::testing::TestWithParam<std::string> {};

TEST_P(CpuNetworkTest, EveryLayerIsBitExact) {
  const Network network = LoadNetwork(GetParam());
  const Weights weights = SeededWeights(network, 5);
  FeatureMaps maps = Noise(network.InputMaps(), network.InputHeight(), network.InputWidth());
  for (size_t i = 0; i < network.layers.size(); ++i) {
    EXPECT_EQ(Difference(network.layers[i], weights.layers[i], maps), "") << network.layers[i].name;
    maps = RunLayer(network.layers[i], weights.layers[i], maps);
  }
}

INSTANTIATE_TEST_SUITE_P(Files, CpuNetworkTest, ::testing::ValuesIn(Networks()),
                         [](const auto& test) {
                           const std::filesystem::path path = test.param;
                           return path.parent_path().filename().string() + "_" +
                                  path.stem().string();
                         });

// One window over all of `inputs` maps per output map.
Layer OneRow(int width, int outputs, int inputs, int kernel_width) {
  Layer layer;
  layer.name = "L1";
  layer.out_height = 1;
  layer.out_width = width;
  layer.kernel_height = 1;
  layer.kernel_width = kernel_width;
  for (int m = 0; m < outputs; ++m) {
    layer.outputs.push_back({m, std::vector<int>(static_cast<size_t>(inputs)), {}});
    std::iota(layer.outputs.back().inputs.begin(), layer.outputs.back().inputs.end(), 0);
  }
  return layer;
}

LayerWeights SameWeights(const Layer& layer, int16_t weight) {
  LayerWeights weights;
  const auto taps = static_cast<size_t>(layer.kernel_height) * layer.kernel_width;
  for (const OutputMap& output : layer.outputs) {
    weights.w.emplace_back(output.inputs.size(), std::vector<int16_t>(taps, weight));
    weights.bias.push_back(0);
  }
  for (size_t i = 0; i < weights.table.size(); ++i) {
    weights.table[i] = static_cast<uint8_t>(i * 37 + (i >> 8));
  }
  return weights;
}

// All shifts, with sums around every limit of the index and near those of 32 bits, where
// (sum + round) needs 33.
TEST(CpuArithmetic, EveryShiftAtEveryLimit) {
  const Layer layer = OneRow(256, 1, 1, 1);
  LayerWeights weights = SameWeights(layer, 1);
  FeatureMaps input(1, 1, 256);
  std::iota(input.pixels.begin(), input.pixels.end(), uint8_t{0});
  for (int shift = 0; shift <= kMaxActShift; ++shift) {
    weights.act_shift = shift;
    for (const int bias_shift : {0, 7, kMaxBiasShift}) {
      weights.bias_shift = bias_shift;
      for (const int bias :
           {-32768, -32767, -513, -512, -256, -4, -1, 0, 3, 255, 511, 512, 32767}) {
        weights.bias = {static_cast<int16_t>(bias)};
        for (const int weight : {-32768, -129, -1, 1, 128, 32767}) {
          weights.w = {{{static_cast<int16_t>(weight)}}};
          ASSERT_EQ(Difference(layer, weights, input), "")
              << "shift " << shift << " bias " << bias << " << " << bias_shift << " weight "
              << weight;
        }
      }
    }
  }
}

// 300 products of 255 * 32767 leave 32 bits: sums wrap around, as those of the machine do.
TEST(CpuArithmetic, SumsWrapAround) {
  for (const int outputs : {1, 4}) {
    const Layer layer = OneRow(80, outputs, 300, 1);
    LayerWeights weights = SameWeights(layer, INT16_MAX);
    weights.act_shift = 22;
    FeatureMaps input(300, 1, 80);
    std::fill(input.pixels.begin(), input.pixels.end(), uint8_t{255});
    ASSERT_GT(int64_t{300} * 255 * INT16_MAX, INT32_MAX);
    EXPECT_EQ(Difference(layer, weights, input), "") << outputs;
  }
}

TEST(CpuTarget, SaysWhatItIs) {
  const CpuTarget target = TargetOfBuild();
  EXPECT_FALSE(target.isa.empty());
  EXPECT_GE(target.vector_bytes, 4);
  EXPECT_THAT(target.flags, ::testing::HasSubstr("-O3"));
}

// Vector instructions per output vector: half the products if nothing is lost.
size_t Pairs(const Layer& layer) {
  size_t pairs = 0;
  for (const MapGroup& group : MakePairMapping(layer, SameWeights(layer, 1)).groups) {
    pairs += group.weights.size();
  }
  return pairs;
}

TEST(PairMapping, LosesNoProductWhereItNeedNot) {
  EXPECT_EQ(Pairs(OneRow(8, 1, 3, 6)), 9u);   // pairs of columns
  EXPECT_EQ(Pairs(OneRow(8, 1, 14, 1)), 7u);  // pairs of maps
  EXPECT_EQ(Pairs(OneRow(8, 4, 8, 5)), 80u);  // pairs of maps
  EXPECT_EQ(Pairs(OneRow(8, 4, 9, 5)), 92u);  // the ninth map: three pairs for five products
  EXPECT_EQ(Pairs(OneRow(8, 1, 1, 3)), 2u);   // one of four is lost
}

TEST(PairMapping, MapsWithTheSameInputsShareThem) {
  const PairMapping mapping =
      MakePairMapping(OneRow(8, 7, 2, 4), SameWeights(OneRow(8, 7, 2, 4), 1));
  std::vector<size_t> sizes;
  for (const MapGroup& group : mapping.groups) sizes.push_back(group.maps.size());
  EXPECT_THAT(sizes, ::testing::ElementsAre(4, 2, 1));
  EXPECT_EQ(mapping.planes.size(), 1u);  // both maps in one
  EXPECT_EQ(mapping.most_offset, 3);
}

}  // namespace
}  // namespace nve
