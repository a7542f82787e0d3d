// SPDX-License-Identifier: Apache-2.0
// Boxes of windows, and which of them stay.
#include "report/readout/detect.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "tests/unit/report/readout/some_model.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;
using testing::SomeModel;

TEST(BoxOf, LiesInTheMiddleOfTheWindow) {
  ModelFile model = SomeModel(ReadOutKind::kDetect);
  const MosaicPart whole = {0, 1, 0, 0, 40, 60};
  EXPECT_EQ(BoxOf(model, whole, {1, 40, 60}, 4, 10), (Box{10, 4, 6, 8}));
  model.box = {5, 4};  // of 8 x 6: one row above, two below
  EXPECT_EQ(BoxOf(model, whole, {1, 40, 60}, 4, 10), (Box{11, 5, 4, 5}));
}

// 10 columns of 15 become 15 of 15 / 1.5.
TEST(BoxOf, HasThePicturesScale) {
  const ModelFile model = SomeModel(ReadOutKind::kDetect);
  const MosaicPart part = {0, 0.5, 12, 0, 20, 40};
  EXPECT_EQ(BoxOf(model, part, {1, 40, 60}, 4, 10), (Box{15, 8, 9, 16}));
  EXPECT_EQ(BoxOf(model, part, {1, 40, 60}, 12, 34), (Box{51, 24, 9, 16}));
}

TEST(Candidates, ReachTheThresholdInAWindowOfOnePart) {
  ModelFile model = SomeModel(ReadOutKind::kDetect);
  model.scales = {1.0, 0.5};
  const std::vector<NamedPicture> pictures = {{"p", FeatureMaps(1, 24, 12)}};
  const Mosaic mosaic = LayOut(model, pictures);
  FeatureMaps output(1, WindowsIn(mosaic.height, 8, 4), WindowsIn(mosaic.width, 6, 2));
  std::ranges::fill(output.pixels, uint8_t{255});
  // 5 x 4 windows in 24 x 12, 2 x 1 in 12 x 6, and none of what lies over both
  EXPECT_EQ(Candidates(model, mosaic, pictures, output).size(), 22u);
  std::ranges::fill(output.pixels, uint8_t{99});
  output.at(0, 1, 2) = 100;
  EXPECT_THAT(Candidates(model, mosaic, pictures, output),
              ElementsAre(FoundBox{0, {4, 4, 6, 8}, 100, 0, 1.0}));
}

TEST(Suppress, KeepsTheHighestOfThoseThatOverlap) {
  const FoundBox best = {0, {10, 10, 10, 10}, 250, 0, 1};
  const FoundBox near = {0, {12, 10, 10, 10}, 240, 0, 1};
  const FoundBox beside = {0, {20, 10, 10, 10}, 230, 0, 1};
  const FoundBox other = {1, {10, 10, 10, 10}, 220, 0, 1};
  EXPECT_THAT(Suppress({other, beside, near, best}, 0.3), ElementsAre(best, beside, other));
}

// 80 of 120 pixels: two boxes at a distance of two columns overlap by 2 / 3.
TEST(Suppress, DropsWhatOverlapsMoreThanAllowed) {
  const FoundBox best = {0, {10, 10, 10, 10}, 250, 0, 1};
  const FoundBox near = {0, {12, 10, 10, 10}, 240, 0, 1};
  EXPECT_EQ(Suppress({best, near}, 80.0 / 120).size(), 2u);
  EXPECT_EQ(Suppress({best, near}, 0.66).size(), 1u);
}

TEST(Suppress, TakesEqualScoresByPlaceThenScale) {
  const FoundBox low = {0, {0, 9, 4, 4}, 200, 0, 1};
  const FoundBox right = {0, {9, 0, 4, 4}, 200, 0, 1};
  const FoundBox small = {0, {5, 0, 4, 4}, 200, 0, 0.5};
  const FoundBox large = {0, {5, 0, 4, 4}, 200, 0, 1};
  EXPECT_THAT(Suppress({low, right, large, small}, 1), ElementsAre(small, large, right, low));
  EXPECT_THAT(Suppress({low, right, large, small}, 0.9), ElementsAre(small, right, low));
}

// What is dropped drops nothing.
TEST(Suppress, GoesOnBehindOneThatWasDropped) {
  const FoundBox first = {0, {0, 0, 10, 10}, 250, 0, 1};
  const FoundBox second = {0, {5, 0, 10, 10}, 240, 0, 1};
  const FoundBox third = {0, {10, 0, 10, 10}, 230, 0, 1};
  EXPECT_THAT(Suppress({third, second, first}, 0.2), ElementsAre(first, third));
}

}  // namespace
}  // namespace nve
