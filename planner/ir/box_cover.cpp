// SPDX-License-Identifier: Apache-2.0
// Sorted corners: see box_cover.hpp.
#include "planner/ir/box_cover.hpp"

#include <algorithm>

namespace nve::planner {

BoxCover::BoxCover(const IrSizes& tensor) { Add({0, 0, 0, 0}, tensor, -1); }

void BoxCover::Add(const IrSizes& first, const IrSizes& sizes) { Add(first, sizes, 1); }

void BoxCover::Add(const IrSizes& first, const IrSizes& sizes, int64_t sign) {
  for (unsigned corner = 0; corner < 8; ++corner) {
    Corner added = {{}, sign};
    for (unsigned i = 0; i < 3; ++i) {
      const bool is_end = ((corner >> i) & 1U) != 0;
      added.at[i] = first[i + 1] + (is_end ? sizes[i + 1] : 0);
      if (is_end) added.sign = -added.sign;
    }
    corners_.push_back(added);
  }
}

std::optional<BoxCover::Gap> BoxCover::FirstGap() {
  std::sort(corners_.begin(), corners_.end(),
            [](const Corner& one, const Corner& other) { return one.at < other.at; });
  for (size_t i = 0; i < corners_.size();) {
    const std::array<int64_t, 3> at = corners_[i].at;
    int64_t sum = 0;
    for (; i < corners_.size() && corners_[i].at == at; ++i) sum += corners_[i].sign;
    if (sum != 0) return Gap{{0, at[0], at[1], at[2]}, sum + 1};
  }
  return std::nullopt;
}

}  // namespace nve::planner
