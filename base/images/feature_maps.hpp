// SPDX-License-Identifier: Apache-2.0
// Feature maps: the planes of 8-bit pixels that flow from layer to layer. A picture is one map.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace nve {

struct FeatureMaps {
  int maps = 0;
  int height = 0;
  int width = 0;
  std::vector<uint8_t> pixels;  // maps x height x width, row-major

  FeatureMaps() = default;
  // All pixels zero.
  FeatureMaps(int maps_count, int rows, int columns)
      : maps(maps_count),
        height(rows),
        width(columns),
        pixels(static_cast<size_t>(maps_count) * rows * columns) {}
  // As many values as there are pixels.
  FeatureMaps(int maps_count, int rows, int columns, std::vector<uint8_t> values)
      : maps(maps_count), height(rows), width(columns), pixels(std::move(values)) {}

  size_t Offset(int m, int y, int x) const {
    return (static_cast<size_t>(m) * height + y) * width + x;
  }
  uint8_t at(int m, int y, int x) const { return pixels[Offset(m, y, x)]; }
  uint8_t& at(int m, int y, int x) { return pixels[Offset(m, y, x)]; }

  bool operator==(const FeatureMaps&) const = default;
};

/// What is wrong with maps of which a network needs so many and of this size: "too small: needed 1
/// map of 24 x 20 pixels (width x height), found 1 of 20 x 20"; empty if they are large enough.
/// `needed` may have no pixels; `who` asks for them: "needed" or "NAME needs".
std::string TooSmall(const FeatureMaps& found, int maps, int height, int width,
                     const std::string& who = "needed");

}  // namespace nve
