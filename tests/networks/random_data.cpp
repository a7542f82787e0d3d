// SPDX-License-Identifier: Apache-2.0
// Random data: see random_data.hpp.
#include "tests/networks/random_data.hpp"

#include <algorithm>

#include "tb/stimulus/draw.hpp"

namespace nve {
namespace {

constexpr uint64_t kWeightSalt = 0x77656967;
constexpr uint64_t kPictureSalt = 0x70696374;

// So many coefficients of 16 bits use up half of the accumulator at most, with pixels of 8 bits;
// biases stay below a quarter.
constexpr size_t kWidestTaps = 128;

int16_t WideCoefficient(Draw& draw) {
  if (draw.OneIn(2)) return static_cast<int16_t>(draw.Bits());
  return draw.Of({int16_t{INT16_MIN}, int16_t{INT16_MAX}, int16_t{0}, int16_t{-1}});
}

// Whether no output map has more coefficients than that.
bool IsNarrow(const Layer& layer) {
  const auto rows = static_cast<size_t>(layer.kernel_height);
  const size_t taps = rows * static_cast<size_t>(layer.kernel_width);
  return std::all_of(layer.outputs.begin(), layer.outputs.end(), [&](const OutputMap& output) {
    return output.inputs.size() * taps <= kWidestTaps;
  });
}

void DrawWide(Draw& draw, LayerWeights* layer) {
  for (auto& output : layer->w) {
    for (auto& input : output) {
      for (int16_t& coefficient : input) coefficient = WideCoefficient(draw);
    }
  }
  // The made-up bias and shift fit smaller sums.
  layer->bias_shift = draw.From(0, kMaxBiasShift);
  for (int16_t& bias : layer->bias) bias = static_cast<int16_t>(draw.From(-8192, 8191));
  layer->act_shift = draw.From(10, 24);
}

}  // namespace

Weights RandomWeights(const Network& network, uint64_t seed) {
  Draw draw(Mix(seed, kWeightSalt));
  Weights weights = SeededWeights(network, draw.Bits() >> 1);
  for (size_t index = 0; index < weights.layers.size(); ++index) {
    LayerWeights& layer = weights.layers[index];
    // A table without any order shows a table index that is off by one.
    if (draw.OneIn(2)) {
      for (uint8_t& pixel : layer.table) pixel = static_cast<uint8_t>(draw.Bits());
    }
    if (draw.OneIn(4)) layer.act_shift = draw.From(0, kMaxActShift);
    if (draw.OneIn(4)) {
      // Made-up products use up half of the accumulator at most: these stay below a quarter.
      layer.bias_shift = draw.From(0, kMaxBiasShift);
      for (int16_t& bias : layer.bias) bias = static_cast<int16_t>(draw.From(-8192, 8191));
    }
    if (IsNarrow(network.layers[index]) && draw.OneIn(4)) DrawWide(draw, &layer);
  }
  return weights;
}

FeatureMaps RandomPicture(const Network& network, uint64_t seed, int pictures) {
  Draw draw(Mix(seed, kPictureSalt));
  const int margin = draw.OneIn(4) ? 3 : 0;
  const int maps = network.InputMaps() * pictures + draw.From(0, margin / 2);
  const int height = network.InputHeight() + draw.From(0, margin);
  const int width = network.InputWidth() + draw.From(0, margin);
  FeatureMaps picture(maps, height, width);
  constexpr uint8_t kWhite = 255;
  switch (draw.Below(8)) {
    case 0:
      break;
    case 1:
      std::fill(picture.pixels.begin(), picture.pixels.end(), kWhite);
      break;
    case 2:
      for (int map = 0; map < maps; ++map) {
        for (int y = 0; y < height; ++y) {
          for (int x = 0; x < width; ++x) picture.at(map, y, x) = (x + y) % 2 == 0 ? 0 : kWhite;
        }
      }
      break;
    case 3: {
      const bool dark = draw.OneIn(2);
      std::fill(picture.pixels.begin(), picture.pixels.end(), dark ? 0 : kWhite);
      const auto pixels = static_cast<uint32_t>(picture.pixels.size());
      picture.pixels[draw.Below(pixels)] = dark ? kWhite : 0;
      break;
    }
    default:
      for (uint8_t& pixel : picture.pixels) pixel = static_cast<uint8_t>(draw.Bits());
  }
  return picture;
}

}  // namespace nve
