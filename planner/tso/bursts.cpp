// SPDX-License-Identifier: Apache-2.0
// Bursts of tiles: see bursts.hpp.
#include "planner/tso/bursts.hpp"

namespace nve::planner::tso {

int64_t MapBursts(int64_t channels, int64_t rows, int64_t columns, bool whole_rows,
                  const Npu& npu) {
  const int64_t row_bytes = columns * npu.element_bytes;
  return whole_rows ? BurstsOfRuns(channels, rows * row_bytes, npu)
                    : BurstsOfRuns(channels * rows, row_bytes, npu);
}

PerTensor TileBursts(const LayerShape& layer, const CoreTile& tile, Flow flow, const Npu& npu) {
  const bool whole_rows = tile.c == layer.ow;
  const int64_t channels = FilterChannels(layer, tile, flow);
  const int64_t filter_bytes = channels * layer.kh * layer.kw * npu.element_bytes;
  return {MapBursts(tile.n, TileRows(layer, tile), TileColumns(layer, tile), whole_rows, npu),
          channels == layer.GroupInputs() ? BurstsOfRuns(1, tile.m * filter_bytes, npu)
                                          : BurstsOfRuns(tile.m, filter_bytes, npu),
          MapBursts(tile.m, tile.r, tile.c, whole_rows, npu)};
}

}  // namespace nve::planner::tso
