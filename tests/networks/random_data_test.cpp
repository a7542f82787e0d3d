// SPDX-License-Identifier: Apache-2.0
// Random networks reach the ends of what coefficients and pixels can be, each with its share.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/networks/random_network.hpp"

namespace nve {
namespace {

constexpr uint64_t kSeeds = 120;

struct Pictures {
  int black = 0;
  int white = 0;
  int checkered = 0;
  int one_pixel = 0;
  int noise = 0;
};

void Count(const FeatureMaps& picture, Pictures* pictures) {
  const auto size = static_cast<std::ptrdiff_t>(picture.pixels.size());
  const std::ptrdiff_t zeros = std::count(picture.pixels.begin(), picture.pixels.end(), 0);
  const std::ptrdiff_t whites = std::count(picture.pixels.begin(), picture.pixels.end(), 255);
  if (zeros == size) {
    ++pictures->black;
  } else if (whites == size) {
    ++pictures->white;
  } else if (zeros + whites != size) {
    ++pictures->noise;
  } else if (zeros == 1 || whites == 1) {
    ++pictures->one_pixel;
  } else {
    ++pictures->checkered;
  }
}

// One pass over the networks for both, since each is compiled until it fits.
TEST(RandomData, HasEveryKindOfPictureAndCoefficientsOfAllBits) {
  Pictures pictures;
  int wide = 0;
  bool least = false;
  bool greatest = false;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const RandomNetwork random = MakeRandomNetwork(seed);
    Count(random.picture, &pictures);
    for (const LayerWeights& layer : random.weights.layers) {
      int high = 0;
      int low = 0;
      for (const auto& output : layer.w) {
        for (const auto& input : output) {
          high = std::max<int>(high, *std::max_element(input.begin(), input.end()));
          low = std::min<int>(low, *std::min_element(input.begin(), input.end()));
        }
      }
      least |= low == INT16_MIN;
      greatest |= high == INT16_MAX;
      wide += high > 16'383 || low < -16'384 ? 1 : 0;
    }
  }
  for (const int count : {pictures.black, pictures.white, pictures.checkered, pictures.one_pixel}) {
    EXPECT_GE(count, 5);
  }
  EXPECT_GE(pictures.noise, 40);
  EXPECT_TRUE(least);
  EXPECT_TRUE(greatest);
  EXPECT_GE(wide, 20);
}

}  // namespace
}  // namespace nve
