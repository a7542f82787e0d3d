// SPDX-License-Identifier: Apache-2.0
// The input rows of a few output rows as pairs of 16-bit pixels, plane by plane (pair_mapping.hpp),
// in a ring: a row is packed once and replaced when no window reaches it any more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/images/maps.hpp"
#include "model/cpu/pair_mapping.hpp"

namespace nve {

class PackedRows {
 public:
  struct Shape {
    int rows = 0;      ///< of the ring
    int elements = 0;  ///< pairs of a row that may be read
    int stride_x = 1;
  };

  PackedRows(std::vector<PackedPlane> planes, Shape shape);

  /// Forgets all rows.
  void Restart() { end_ = 0; }
  /// Packs all rows before `end` that are not there yet; rows below the maps are zero.
  void PackUpTo(int end, const FeatureMaps& input);

  /// Element 0 of row 0 of a plane in the ring, and how far behind it input row `row` begins; both
  /// in numbers of 16 bits.
  const int16_t* Plane(int plane) const { return Base() + PlaneOffset(plane); }
  ptrdiff_t RowOffset(int row) const { return ptrdiff_t{row % shape_.rows} * pitch_; }

 private:
  struct alignas(64) Line {
    int16_t pixels[32];
  };

  const int16_t* Base() const { return ring_.data()->pixels; }
  ptrdiff_t PlaneOffset(int plane) const { return ptrdiff_t{plane} * shape_.rows * pitch_; }
  void PackRow(const PackedPlane& plane, int row, const FeatureMaps& input, int16_t* pairs) const;

  std::vector<PackedPlane> planes_;
  Shape shape_;
  ptrdiff_t pitch_;  ///< 16-bit numbers from row to row
  std::vector<Line> ring_;
  int end_ = 0;  ///< rows packed so far
};

}  // namespace nve
