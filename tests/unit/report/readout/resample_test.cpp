// SPDX-License-Identifier: Apache-2.0
// Area averaging against values worked out by hand, and what it keeps.
#include "report/readout/resample.hpp"

#include <gmock/gmock.h>

#include <numeric>
#include <random>

#include "tests/unit/report/readout/some_model.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;

TEST(Resample, OfTheSameSizeChangesNothing) {
  std::mt19937 random(1);
  const FeatureMaps picture = testing::RandomPicture(7, 5, random).maps;
  EXPECT_EQ(Resample(picture, 7, 5), picture);
}

TEST(Resample, HalfIsTheMeanOfFourRoundedUp) {
  const FeatureMaps picture(1, 2, 4, {1, 2, 10, 10, 3, 4, 10, 13});
  // 10 / 4 = 2.5 and 43 / 4 = 10.75
  EXPECT_THAT(Resample(picture, 1, 2).pixels, ElementsAre(3, 11));
}

// Three columns on two: (2 a + b) / 3 and (b + 2 c) / 3.
TEST(Resample, SharesWhatLiesBetween) {
  EXPECT_THAT(Resample(FeatureMaps(1, 1, 3, {30, 60, 120}), 1, 2).pixels, ElementsAre(40, 100));
  EXPECT_THAT(Resample(FeatureMaps(1, 3, 1, {30, 60, 120}), 2, 1).pixels, ElementsAre(40, 100));
}

TEST(Resample, EnlargesByRepeating) {
  EXPECT_THAT(Resample(FeatureMaps(1, 1, 2, {7, 200}), 2, 4).pixels,
              ElementsAre(7, 7, 200, 200, 7, 7, 200, 200));
}

TEST(Resample, KeepsGrayAndMean) {
  std::mt19937 random(2);
  for (int i = 0; i < 50; ++i) {
    const FeatureMaps picture = testing::RandomPicture(1 + static_cast<int>(random() % 40),
                                                       1 + static_cast<int>(random() % 40), random)
                                    .maps;
    const FeatureMaps small =
        Resample(picture, 1 + static_cast<int>(random() % 30), 1 + static_cast<int>(random() % 30));
    const auto mean = [](const FeatureMaps& maps) {
      return std::accumulate(maps.pixels.begin(), maps.pixels.end(), 0.0) /
             static_cast<double>(maps.pixels.size());
    };
    EXPECT_NEAR(mean(small), mean(picture), 0.5);
    const FeatureMaps gray(1, picture.height, picture.width,
                           std::vector<uint8_t>(picture.pixels.size(), 93));
    for (const uint8_t pixel : Resample(gray, small.height, small.width).pixels) {
      EXPECT_EQ(pixel, 93);
    }
  }
}

}  // namespace
}  // namespace nve
