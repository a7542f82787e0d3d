// SPDX-License-Identifier: Apache-2.0
// Rectangles in pictures.
#pragma once

#include <cstdint>

namespace nve {

struct Box {
  int x = 0;  ///< first column
  int y = 0;  ///< first row
  int width = 0;
  int height = 0;

  int64_t Area() const { return int64_t{width} * height; }
  bool operator==(const Box&) const = default;
};

/// Pixels that both have.
int64_t Intersection(const Box& a, const Box& b);

/// Intersection over union, 0 to 1; 0 of boxes without pixels.
double IntersectionOverUnion(const Box& a, const Box& b);

}  // namespace nve
