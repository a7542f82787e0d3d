// SPDX-License-Identifier: Apache-2.0
// Pictures in colour, and their files.
#include "base/images/rgb_picture.hpp"

#include <gtest/gtest.h>

#include "base/images/images.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

TEST(RgbPicture, KeepsGrayAndWhatIsSet) {
  RgbPicture picture(FeatureMaps(2, 1, 2, {1, 2, 3, 4}), 1);
  EXPECT_EQ(picture.at(0, 1), (Rgb{4, 4, 4}));
  picture.Set(0, 0, {9, 8, 7});
  for (const auto& [y, x] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 2}}) {
    picture.Set(y, x, {0, 0, 0});
  }
  EXPECT_EQ(picture.samples, (std::vector<uint8_t>{9, 8, 7, 4, 4, 4}));
}

TEST(RgbPicture, IsWrittenInColour) {
  const TestFolder folder;
  RgbPicture picture(2, 3, {255, 0, 0});
  picture.Set(1, 2, {0, 255, 0});
  WritePng(folder / "c.png", picture);
  const FeatureMaps gray = ReadImage(folder / "c.png");
  EXPECT_EQ(gray.height, 2);
  EXPECT_EQ(gray.width, 3);
  EXPECT_EQ(gray.at(0, 0, 0), Luma(255, 0, 0));
  EXPECT_EQ(gray.at(0, 1, 2), Luma(0, 255, 0));
  EXPECT_THROW(WritePng(folder / "n.png", RgbPicture()), InternalError);
}

}  // namespace
}  // namespace nve
