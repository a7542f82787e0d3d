// SPDX-License-Identifier: Apache-2.0
// Pictures in colour: what is drawn for people.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/images/feature_maps.hpp"

namespace nve {

using Rgb = std::array<uint8_t, 3>;

struct RgbPicture {
  int height = 0;
  int width = 0;
  std::vector<uint8_t> samples;  ///< height x width x 3, row-major

  RgbPicture() = default;
  RgbPicture(int rows, int columns, const Rgb& colour);
  /// A map as gray.
  explicit RgbPicture(const FeatureMaps& gray, int map = 0);

  size_t Offset(int y, int x) const { return 3 * (static_cast<size_t>(y) * width + x); }
  Rgb at(int y, int x) const;
  /// A pixel outside the picture is left out.
  void Set(int y, int x, const Rgb& colour);

  bool operator==(const RgbPicture&) const = default;
};

/// An 8-bit RGB PNG, replaced atomically.
void WritePng(const std::string& path, const RgbPicture& picture);

}  // namespace nve
