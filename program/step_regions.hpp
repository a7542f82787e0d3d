// SPDX-License-Identifier: Apache-2.0
// Which bytes of the planes a step touches, as rows and columns.
//
// A plane lies column by column, so the rows of a strip are bytes of every column: what a loop nest
// touches is the product of a set of rows and a set of columns. Both follow from the extents of the
// loops; no piece is visited. The columns of a plane's pictures are numbered one picture after the
// other. Coefficients have no regions: steps only read them.
#pragma once

#include <vector>

#include "program/binary.hpp"
#include "program/intervals.hpp"

namespace nve {

/// The bytes of a plane that lie in one of the rows and in one of the columns. Rows are bytes of a
/// column (Plane::ColumnByte): row `row` of column `column` is at Plane::OffsetOf(column, row). In
/// a group they are bytes of the block's column, from the plane's row 0 on.
struct PlaneRegion {
  int plane = 0;
  Intervals rows;
  Intervals columns;

  bool Meets(const PlaneRegion& other) const {
    return plane == other.plane && rows.Meets(other.rows) && columns.Meets(other.columns);
  }
  bool operator==(const PlaneRegion&) const = default;
};

/// All bytes that the transfers move are in one of the regions. No others are, if every loop goes
/// from column to column or from row to row and every piece stays in its column, as in the
/// compiler's transfers; pieces that do not may add the bytes between them.
std::vector<PlaneRegion> RegionsOf(const std::vector<Transfer>& transfers,
                                   const std::vector<Plane>& planes);

/// The bytes of a column in which rows `begin` to `end` - 1 of a plane lie.
Intervals BytesOfRows(const Plane& plane, int64_t begin, int64_t end);

/// All bytes of a plane, in all columns of all pictures.
PlaneRegion WholePlane(int plane, const std::vector<Plane>& planes);

/// What a ClearStep of the plane sets to 0: the rows below the pixels, and the columns behind them.
std::vector<PlaneRegion> BordersOf(int plane, const std::vector<Plane>& planes);

}  // namespace nve
