// SPDX-License-Identifier: Apache-2.0
// How large a binary's output is.
#pragma once

#include "program/binary.hpp"

namespace nve {

struct MapExtents {
  int maps = 0;
  int height = 0;
  int width = 0;
  bool operator==(const MapExtents&) const = default;
};

/// Of the output maps as they lie in the picture; planes of horizontal vectors lie on their side.
/// Nothing of a binary without output planes.
inline MapExtents OutputExtentsOf(const Binary& binary) {
  if (binary.output_planes.empty()) return {};
  const Plane& plane = binary.planes[static_cast<size_t>(binary.output_planes.front())];
  const auto maps = static_cast<int>(binary.output_planes.size());
  if (binary.vectors == Vectors::kHorizontal) return {maps, plane.width, plane.height};
  return {maps, plane.height, plane.width};
}

}  // namespace nve
