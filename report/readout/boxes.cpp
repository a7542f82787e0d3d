// SPDX-License-Identifier: Apache-2.0
// Rectangles: see boxes.hpp.
#include "report/readout/boxes.hpp"

#include <algorithm>

namespace nve {

int64_t Intersection(const Box& a, const Box& b) {
  const int64_t width =
      std::min(int64_t{a.x} + a.width, int64_t{b.x} + b.width) - std::max<int64_t>(a.x, b.x);
  const int64_t height =
      std::min(int64_t{a.y} + a.height, int64_t{b.y} + b.height) - std::max<int64_t>(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

double IntersectionOverUnion(const Box& a, const Box& b) {
  const int64_t both = Intersection(a, b);
  const int64_t either = a.Area() + b.Area() - both;
  return either > 0 ? static_cast<double>(both) / static_cast<double>(either) : 0;
}

}  // namespace nve
