// SPDX-License-Identifier: Apache-2.0
// Whether boxes cover one large box exactly, each word once.
//
// The number of boxes that cover a word is the sum of signs at the corners before it: a box has
// eight corners, with signs that turn its cover on and off. Corners that cancel tell nothing. The
// first corner that is left is the first word with another number of boxes than it should have.
// That is exact, and takes no more time than sorting the corners.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "planner/ir/plan_ir.hpp"

namespace nve::planner {

class BoxCover {
 public:
  /// Of a tensor with these sizes, its batch 1.
  explicit BoxCover(const IrSizes& tensor);

  void Add(const IrSizes& first, const IrSizes& sizes);

  struct Gap {
    IrSizes at = {};    ///< the first word, row-major, that is not covered once
    int64_t boxes = 0;  ///< how many cover it
  };
  /// Nothing if the cover is exact.
  std::optional<Gap> FirstGap();

 private:
  struct Corner {
    std::array<int64_t, 3> at;
    int64_t sign;
  };
  void Add(const IrSizes& first, const IrSizes& sizes, int64_t sign);

  std::vector<Corner> corners_;
};

}  // namespace nve::planner
