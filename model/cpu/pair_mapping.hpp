// SPDX-License-Identifier: Apache-2.0
// How the hand-optimised version shares a layer out in pairs of products, the unit of the vector
// instructions used: a lane adds two products of 16-bit numbers to one 32-bit sum.
//
// A packed plane holds, for each input row and output column, the two pixels of such a pair: either
// neighbouring columns of one map (no work is lost if the kernel has an even number of columns) or
// the same pixel of two maps (if an output has an even number of inputs). Whichever takes less work
// is chosen for the whole layer.
#pragma once

#include <cstdint>
#include <vector>

#include "convnet/network.hpp"
#include "convnet/weights.hpp"

namespace nve {

/// Element c of its row r: pixels (r, c * stride_x + column) of both maps.
struct PackedPlane {
  int map_a = 0;
  int column_a = 0;
  int map_b = 0;
  int column_b = 0;

  bool operator==(const PackedPlane&) const = default;
};

/// One column of kernel taps: the pair of output column x is element x + offset.
struct TapColumn {
  int plane = 0;
  int offset = 0;
};

/// Output maps that read the same inputs and are computed together: 1, 2 or 4.
struct MapGroup {
  std::vector<int> maps;
  std::vector<TapColumn> columns;
  std::vector<int32_t> weights;  ///< [column][kernel row][map]: low half times a, high half times b
};

struct PairMapping {
  std::vector<PackedPlane> planes;
  std::vector<MapGroup> groups;
  int most_offset = 0;  ///< of all tap columns
};

PairMapping MakePairMapping(const Layer& layer, const LayerWeights& weights);

}  // namespace nve
