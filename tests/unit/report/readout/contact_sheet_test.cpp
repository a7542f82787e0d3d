// SPDX-License-Identifier: Apache-2.0
// The contact sheet: frames and places.
#include "report/readout/contact_sheet.hpp"

#include <gtest/gtest.h>

#include "report/readout/draw_boxes.hpp"

namespace nve {
namespace {

TEST(ContactSheet, FramesRightOnesGreenAndWrongOnesRed) {
  const std::vector<NamedPicture> pictures(
      3, {"p", FeatureMaps(1, 40, 50, std::vector<uint8_t>(2000, 77))});
  const RgbPicture sheet =
      DrawContactSheet(pictures, {SheetFrame::kRight, SheetFrame::kWrong, SheetFrame::kUnknown});
  // Two columns of 50 and two rows of 40, a frame of 2 around each and 3 between
  ASSERT_EQ(sheet.width, 2 * 57 + 3);
  ASSERT_EQ(sheet.height, 2 * 47 + 3);
  EXPECT_EQ(sheet.at(2, 2), (Rgb{255, 255, 255}));
  EXPECT_EQ(sheet.at(3, 3), kGreen);
  EXPECT_EQ(sheet.at(5, 5), (Rgb{77, 77, 77}));
  EXPECT_EQ(sheet.at(44, 54), (Rgb{77, 77, 77}));
  EXPECT_EQ(sheet.at(46, 56), kGreen);
  EXPECT_EQ(sheet.at(3, 60), kRed);
  EXPECT_EQ(sheet.at(50, 3), (Rgb{150, 150, 150}));
  EXPECT_EQ(sheet.at(60, 80), (Rgb{255, 255, 255}));
}

TEST(ContactSheet, EnlargesSmallPicturesAndEndsSomewhere) {
  const std::vector<NamedPicture> one(1, {"p", FeatureMaps(1, 28, 28)});
  EXPECT_EQ(DrawContactSheet(one, {SheetFrame::kUnknown}).width, 3 * 28 + 7 + 3);
  const std::vector<NamedPicture> many(2000, {"p", FeatureMaps(1, 28, 28)});
  const RgbPicture sheet =
      DrawContactSheet(many, std::vector<SheetFrame>(many.size(), SheetFrame::kUnknown));
  EXPECT_EQ(sheet.width, 32 * (2 * 28 + 7) + 3);
  EXPECT_EQ(sheet.height, sheet.width);
}

}  // namespace
}  // namespace nve
