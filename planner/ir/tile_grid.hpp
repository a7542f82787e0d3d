// SPDX-License-Identifier: Apache-2.0
// The tiles that a mapping cuts a layer into, numbered as figure 7.1 numbers them: row-major over
// each tensor's own loops, groups outermost.
#pragma once

#include <array>
#include <vector>

#include "planner/ir/plan_ir.hpp"
#include "planner/mapping/executed.hpp"

namespace nve::planner {

/// Where a plan's loops are. OC and IC count within the group.
struct LoopPosition {
  int64_t group = 0;
  int64_t outputs = 0;  ///< OC
  int64_t inputs = 0;   ///< IC
  int64_t map = 0;      ///< OH and OW together, row-major
};

class TileGrid {
 public:
  TileGrid(const LayerShape& layer, const Tile& tile);

  /// Of the loops within a group.
  const TripCounts& Counts() const { return trips_; }

  /// All tiles of each tensor, in the order of their numbers.
  std::array<std::vector<IrTile>, 3> Tiles() const;

  /// The number of the tile that a tensor has at a position.
  size_t NumberOf(IrTensor tensor, const LoopPosition& at) const;

  /// Of the input tile.
  IrPadding PaddingOf(const LoopPosition& at) const;

 private:
  struct Box {
    IrSizes first;
    IrSizes sizes;
  };
  Box BoxOf(IrTensor tensor, const LoopPosition& at) const;
  InputLines RowsOf(int64_t map) const;
  InputLines ColumnsOf(int64_t map) const;

  LayerShape layer_;
  Tile tile_;
  TripCounts trips_;
  int64_t across_;  // tiles of columns
};

}  // namespace nve::planner
