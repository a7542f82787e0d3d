// SPDX-License-Identifier: Apache-2.0
// How large the maps of a binary's planes are.
#pragma once

#include <vector>

#include "base/images/map_extents.hpp"
#include "program/binary.hpp"

namespace nve {

/// Of planes of one size, a map of each, as they lie in the picture; planes of horizontal vectors
/// lie on their side. Nothing of no planes.
inline MapExtents ExtentsOf(const Binary& binary, const std::vector<int>& planes) {
  if (planes.empty()) return {};
  const Plane& plane = binary.planes[static_cast<size_t>(planes.front())];
  const auto maps = static_cast<int>(planes.size());
  if (binary.vectors == Vectors::kHorizontal) return {maps, plane.width, plane.height};
  return {maps, plane.height, plane.width};
}

/// Of the output maps.
inline MapExtents OutputExtentsOf(const Binary& binary) {
  return ExtentsOf(binary, binary.output_planes);
}

}  // namespace nve
