// SPDX-License-Identifier: Apache-2.0
// Layers of a binary by hand: names, files, comparison.
#include "model/compare/layer_results.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

// Two layers: two maps of 2x3, then one of 1x2. Only the first has a name.
Binary TwoLayers() {
  Binary binary;
  binary.layers.resize(1);
  binary.layers[0].name = "L1";
  binary.programs.resize(2);
  binary.programs[1].layer = 1;
  const auto add = [&](int layer, int height, int width) {
    Plane plane;
    plane.layer = layer;
    plane.height = height;
    plane.width = width;
    binary.planes.push_back(plane);
  };
  add(-1, 5, 5);
  add(0, 2, 3);
  add(0, 2, 3);
  add(1, 1, 2);
  return binary;
}

std::vector<FeatureMaps> Maps() {
  return {{2, 2, 3, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}, {1, 1, 2, {20, 21}}};
}

TEST(LayerResults, NamesAndFiles) {
  const Binary binary = TwoLayers();
  const StepSelection all = WholeOf(binary);
  EXPECT_EQ(all.first, 0);
  EXPECT_EQ(all.last, 1);
  EXPECT_EQ(LayersOf(all), (std::vector<int>{0, 1}));
  EXPECT_EQ(LayersOf({1, 1, 0}), std::vector<int>{1});
  EXPECT_EQ(LayerName(binary, 0), "L1");
  EXPECT_EQ(LayerName(binary, 1), "layer 2");
  EXPECT_EQ(DumpFiles("d", binary, all),
            (std::vector<std::string>{"d/L1.npy", "d/L1_0.png", "d/L1_1.png", "d/layer 2.npy",
                                      "d/layer 2.png"}));
  const TestFolder folder;
  DumpLayers(folder / "d", binary, all, Maps());
  for (const std::string& file : DumpFiles(folder / "d", binary, all)) {
    EXPECT_TRUE(std::filesystem::exists(file)) << file;
  }
  EXPECT_EQ(ReadInputMaps(folder / "d/L1.npy"), Maps()[0]);
}

TEST(LayerResults, EqualLayers) {
  const Binary binary = TwoLayers();
  const ReferenceOfRun result = CompareLayers(binary, WholeOf(binary), Maps(), Maps());
  EXPECT_TRUE(result.bit_exact);
  EXPECT_EQ(ComparisonText(result),
            "L1: bit-exact, 12 pixels\nlayer 2: bit-exact, 2 pixels\noutput: bit-exact, 2 "
            "pixels\n");
}

TEST(LayerResults, AWrongLayerThatTheOutputDoesNotShow) {
  const Binary binary = TwoLayers();
  std::vector<FeatureMaps> wrong = Maps();
  wrong[0].at(1, 0, 2) = 99;
  const ReferenceOfRun result = CompareLayers(binary, WholeOf(binary), Maps(), wrong);
  EXPECT_FALSE(result.bit_exact);
  ASSERT_EQ(result.layers.size(), 2u);
  EXPECT_FALSE(result.layers[0].bit_exact);
  EXPECT_TRUE(result.layers[1].bit_exact);
  EXPECT_EQ(result.text, "L1: 1 of 12 pixels differ, first map 1 row 0 column 2 is 99, expected 8");
}

TEST(LayerResults, ANetworkOfOtherMaps) {
  const Binary binary = TwoLayers();
  const StepSelection all = WholeOf(binary);
  EXPECT_NO_THROW(CheckReference("n.xml", Maps(), "p.nve", binary, all));
  ExpectInputError([&] { CheckReference("n.xml", {Maps()[0]}, "p.nve", binary, all); },
                   "n.xml: error: has 1 layers, p.nve runs layer 2");
  const std::vector<FeatureMaps> other = {Maps()[0], FeatureMaps(1, 2, 2)};
  ExpectInputError([&] { CheckReference("n.xml", other, "p.nve", binary, all); },
                   "layer 2 has 1x2x2, in p.nve it has 1x1x2");
}

}  // namespace
}  // namespace nve
