// SPDX-License-Identifier: Apache-2.0
// Where parts of a mosaic lie: apart, at multiples of the step, on little area; and that a network
// says of each part what it says of the part alone.
#include "report/readout/mosaic.hpp"

#include <gmock/gmock.h>

#include <random>

#include "report/readout/boxes.hpp"
#include "report/readout/part_windows.hpp"
#include "report/readout/resample.hpp"
#include "tests/unit/base/files/test_files.hpp"
#include "tests/unit/report/readout/some_model.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;
using testing::RandomPicture;
using testing::SomeModel;

Box BoxOfPart(const MosaicPart& part) { return {part.column, part.row, part.width, part.height}; }

void ExpectApart(const Mosaic& mosaic, const RowsAndColumns& step) {
  for (size_t i = 0; i < mosaic.parts.size(); ++i) {
    const MosaicPart& part = mosaic.parts[i];
    EXPECT_EQ(part.row % step.rows, 0);
    EXPECT_EQ(part.column % step.columns, 0);
    for (size_t j = 0; j < i; ++j) {
      EXPECT_EQ(Intersection(BoxOfPart(part), BoxOfPart(mosaic.parts[j])), 0);
    }
  }
}

TEST(Mosaic, OfAClassifierHasTilesRowByRow) {
  ModelFile model = SomeModel(ReadOutKind::kClassify);
  model.window = {6, 6};
  const std::vector<NamedPicture> pictures(5, {"p", FeatureMaps(1, 6, 6)});
  const Mosaic mosaic = LayOut(model, pictures);
  // 6 rows take 8, a multiple of the step of 4; the last rows of the last tile reach no window.
  EXPECT_THAT(mosaic.parts, ElementsAre(MosaicPart{0, 1, 0, 0, 6, 6}, MosaicPart{1, 1, 0, 6, 6, 6},
                                        MosaicPart{2, 1, 0, 12, 6, 6}, MosaicPart{3, 1, 8, 0, 6, 6},
                                        MosaicPart{4, 1, 8, 6, 6, 6}));
  EXPECT_EQ(mosaic.height, 14);
  EXPECT_EQ(mosaic.width, 18);
}

TEST(Mosaic, OfOnePictureIsThePicture) {
  const ModelFile model = SomeModel(ReadOutKind::kDetect);
  std::mt19937 random(3);
  const std::vector<NamedPicture> pictures = {RandomPicture(20, 30, random)};
  const Mosaic mosaic = LayOut(model, pictures);
  EXPECT_EQ(mosaic.height, 20);
  EXPECT_EQ(mosaic.width, 30);
  EXPECT_EQ(PictureOf(mosaic, pictures), pictures[0].maps);
}

// 1280 x 720 at four scales: 853 x 480 and 379 x 213 share a shelf.
TEST(Mosaic, OfScalesTakesShelves) {
  ModelFile model = SomeModel(ReadOutKind::kDetect);
  model.window = {32, 32};
  model.step = {4, 4};
  model.scales = {1.0, 0.6666, 0.4444, 0.2963};
  const Mosaic mosaic = LayOut(model, {{"p", FeatureMaps(1, 720, 1280)}});
  EXPECT_THAT(mosaic.parts, ElementsAre(MosaicPart{0, 1.0, 0, 0, 720, 1280},
                                        MosaicPart{0, 0.6666, 720, 0, 480, 853},
                                        MosaicPart{0, 0.4444, 1200, 0, 320, 569},
                                        MosaicPart{0, 0.2963, 720, 856, 213, 379}));
  EXPECT_EQ(mosaic.height, 1520);
  EXPECT_EQ(mosaic.width, 1280);
}

TEST(Mosaic, HasNoPartsThatTouchOrLieBetweenSteps) {
  std::mt19937 random(4);
  for (int i = 0; i < 200; ++i) {
    ModelFile model = SomeModel(ReadOutKind::kDetect);
    model.step = {1 + static_cast<int>(random() % 5), 1 + static_cast<int>(random() % 5)};
    model.scales = {1.0, 0.7, 0.31};
    std::vector<NamedPicture> pictures;
    for (size_t count = 1 + random() % 6; count > 0; --count) {
      pictures.push_back(RandomPicture(8 + static_cast<int>(random() % 60),
                                       6 + static_cast<int>(random() % 60), random));
    }
    const Mosaic mosaic = LayOut(model, pictures);
    ExpectApart(mosaic, model.step);
    for (const MosaicPart& part : mosaic.parts) {
      ForEachWindow(model, part, [&](int row, int column, int y, int x) {
        EXPECT_LE(row * model.step.rows + model.window.rows, mosaic.height);
        EXPECT_LE(column * model.step.columns + model.window.columns, mosaic.width);
        EXPECT_EQ(row * model.step.rows, part.row + y);
        EXPECT_EQ(column * model.step.columns, part.column + x);
      });
    }
  }
}

TEST(Mosaic, LeavesOutScalesThatAreTooSmall) {
  ModelFile model = SomeModel(ReadOutKind::kHeat);
  model.scales = {0.5, 1.0};
  // 14 rows become 7, one too few; 15 become 7.5, which is 8.
  EXPECT_EQ(LayOut(model, {{"p", FeatureMaps(1, 14, 40)}}).parts.size(), 1u);
  EXPECT_EQ(LayOut(model, {{"p", FeatureMaps(1, 15, 40)}}).parts.size(), 2u);
}

TEST(Mosaic, RefusesPicturesThatDoNotFit) {
  const ModelFile detect = SomeModel(ReadOutKind::kDetect);
  const std::vector<NamedPicture> small = {{"a", FeatureMaps(1, 7, 30)},
                                           {"b", FeatureMaps(1, 8, 5)}};
  ExpectInputError([&] { LayOut(detect, small); }, "a: error: picture of 7x30 is smaller than the");
  ExpectInputError([&] { LayOut(detect, small); }, "b: error: picture of 8x5 is smaller than the");
  const ModelFile classify = SomeModel(ReadOutKind::kClassify);
  ExpectInputError(
      [&] {
        LayOut(classify, {{"c", FeatureMaps(1, 8, 7)}});
      },
      "c: error: found a picture of 8x7, allowed: 8x6");
  const std::vector<NamedPicture> long_ones(3, {"d", FeatureMaps(1, 9000, 6)});
  const std::vector<NamedPicture> wide(3, {"d", FeatureMaps(1, 8, 9000)});
  EXPECT_NO_THROW(LayOut(detect, wide));
  EXPECT_NO_THROW(LayOut(detect, long_ones));
  const std::vector<NamedPicture> large(4, {"d", FeatureMaps(1, 9000, 9000)});
  ExpectInputError([&] { LayOut(detect, large); }, "4 pictures take a mosaic of");
}

}  // namespace
}  // namespace nve
