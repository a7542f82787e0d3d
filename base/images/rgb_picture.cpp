// SPDX-License-Identifier: Apache-2.0
// Pictures in colour: see rgb_picture.hpp.
#include "base/images/rgb_picture.hpp"

#include <algorithm>

#include "base/files/files.hpp"
#include "base/images/png_file.hpp"

namespace nve {

RgbPicture::RgbPicture(int rows, int columns, const Rgb& colour)
    : height(rows), width(columns), samples(3 * static_cast<size_t>(rows) * columns) {
  for (size_t at = 0; at < samples.size(); at += 3) {
    std::copy(colour.begin(), colour.end(), samples.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

RgbPicture::RgbPicture(const FeatureMaps& gray, int map) : height(gray.height), width(gray.width) {
  samples.reserve(3 * static_cast<size_t>(height) * width);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) samples.insert(samples.end(), 3, gray.at(map, y, x));
  }
}

Rgb RgbPicture::at(int y, int x) const {
  const size_t first = Offset(y, x);
  return {samples[first], samples[first + 1], samples[first + 2]};
}

void RgbPicture::Set(int y, int x, const Rgb& colour) {
  if (y < 0 || y >= height || x < 0 || x >= width) return;
  std::copy(colour.begin(), colour.end(),
            samples.begin() + static_cast<std::ptrdiff_t>(Offset(y, x)));
}

void WritePng(const std::string& path, const RgbPicture& picture) {
  WriteFileAtomically(path, FormatPng(picture));
}

}  // namespace nve
