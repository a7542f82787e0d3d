// SPDX-License-Identifier: Apache-2.0
// How many feature maps there are, and how large they are.
#pragma once

#include <fmt/format.h>

#include <string>

namespace nve {

struct MapExtents {
  int maps = 0;
  int height = 0;
  int width = 0;
  bool operator==(const MapExtents&) const = default;
  std::string Text() const { return fmt::format("{}x{}x{}", maps, height, width); }
};

}  // namespace nve
