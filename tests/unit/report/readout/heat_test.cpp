// SPDX-License-Identifier: Apache-2.0
// Heat over a picture, and boxes on one.
#include "report/readout/heat.hpp"

#include <gmock/gmock.h>

#include "report/readout/draw_boxes.hpp"
#include "tests/unit/report/readout/some_model.hpp"

namespace nve {
namespace {

TEST(HeatOf, FillsTheMiddleOfEveryWindow) {
  ModelFile model = testing::SomeModel(ReadOutKind::kHeat);
  const std::vector<NamedPicture> pictures = {{"p", FeatureMaps(1, 12, 8)}};
  const Mosaic mosaic = LayOut(model, pictures);
  const FeatureMaps output(2, 2, 2, {10, 20, 30, 40, 0, 25, 0, 0});
  const FeatureMaps heat = HeatOf(model, mosaic, pictures, output, 0);
  // Cells of 4 x 2 from row 2, column 2 on; the second map is higher in the first row only.
  EXPECT_EQ(heat.at(0, 1, 2), 0);
  EXPECT_EQ(heat.at(0, 2, 2), 10);
  EXPECT_EQ(heat.at(0, 5, 4), 25);
  EXPECT_EQ(heat.at(0, 6, 3), 30);
  EXPECT_EQ(heat.at(0, 9, 5), 40);
  EXPECT_EQ(heat.at(0, 9, 6), 0);
  EXPECT_EQ(heat.at(0, 10, 5), 0);
}

TEST(DrawHeat, IsGrayWithoutHeatAndRedWithIt) {
  const RgbPicture drawn = DrawHeat({1, 1, 2, {100, 100}}, {1, 1, 2, {0, 255}});
  EXPECT_EQ(drawn.at(0, 0), (Rgb{100, 100, 100}));
  EXPECT_EQ(drawn.at(0, 1), (Rgb{255, 0, 0}));
}

TEST(DrawFrame, LiesAroundTheBoxAndInThePicture) {
  RgbPicture picture(6, 6, {0, 0, 0});
  DrawFrame(picture, {1, 1, 2, 2}, 2, kGreen);
  EXPECT_EQ(picture.at(1, 1), (Rgb{0, 0, 0}));
  EXPECT_EQ(picture.at(2, 2), (Rgb{0, 0, 0}));
  for (const auto& [y, x] : {std::pair{0, 0}, {3, 3}, {4, 4}, {0, 4}, {2, 0}}) {
    EXPECT_EQ(picture.at(y, x), kGreen) << y << ' ' << x;
  }
  EXPECT_EQ(picture.at(5, 5), (Rgb{0, 0, 0}));
}

}  // namespace
}  // namespace nve
