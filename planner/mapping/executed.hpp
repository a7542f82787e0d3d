// SPDX-License-Identifier: Apache-2.0
// Words that a plan moves when it runs: the halo between tiles counted, equations 6.1 to 6.5
// otherwise.
//
// Tiles of neighbouring output rows read KH - S input rows twice, columns likewise. So the input of
// one pass has IC * (sum of the tiles' rows) * (sum of the tiles' columns) words.
#pragma once

#include <vector>

#include "planner/mapping/volume.hpp"

namespace nve::planner {

/// Input rows (or columns) that the tiles of one loop read, summed up.
struct Span {
  int64_t bound = 1;  ///< outputs
  int64_t kernel = 1;
  int64_t stride = 1;
  int64_t pad = 0;     ///< zeros before the first row; 0 if zeros count as rows
  int64_t extent = 1;  ///< rows that the map has, zeros included if they count
};
Span RowSpan(const LayerShape& layer, Convention convention);
Span ColumnSpan(const LayerShape& layer, Convention convention);
int64_t SumOfTiles(const Span& span, int64_t tile);

/// Lines of the map that some outputs in a row read, and lines of zeros on both sides of them.
struct InputLines {
  int64_t first = 0;
  int64_t count = 0;
  int64_t before = 0;
  int64_t after = 0;

  bool operator==(const InputLines&) const = default;
};
InputLines LinesOf(const Span& span, int64_t first_output, int64_t outputs);

/// Words of one pass over each tensor, the input with its halo.
Words PassWords(const LayerShape& layer, const Tile& tile, Convention convention);

/// EquationWords with the input counted as it runs. Kernels are not tiled.
Words ExecutedWords(const LayerShape& layer, const Mapping& mapping, Convention convention);

}  // namespace nve::planner
