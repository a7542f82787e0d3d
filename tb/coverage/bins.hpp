// SPDX-License-Identifier: Apache-2.0
// Functional coverage: named bins, counted in this process and written to a file at its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace nve::coverage {

/// Bins of every row with every column. What cannot happen is left out; if it does happen after
/// all, it is counted as an illegal bin, which the report refuses.
class BinGrid {
 public:
  using Names = std::vector<std::string>;

  BinGrid(const std::string& group, const Names& rows, const Names& columns = {""},
          const std::function<bool(size_t row, size_t column)>& possible = {});

  void Hit(size_t row, size_t column = 0) { ++*bins_.at(row * columns_ + column); }
  void HitIf(bool condition, size_t row, size_t column = 0) {
    if (condition) Hit(row, column);
  }

 private:
  size_t columns_;
  std::vector<uint64_t*> bins_;
};

}  // namespace nve::coverage
