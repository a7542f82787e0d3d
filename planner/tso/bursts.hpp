// SPDX-License-Identifier: Apache-2.0
// DRAM bursts of a tile: CalBurstCount of algorithm 4.
//
// Tensors lie in DRAM channel by channel, row by row. A tile is read in runs of bytes that lie side
// by side, each in whole bursts. Where a run begins within a burst is not looked at, as in the
// paper's examples.
#pragma once

#include "planner/tso/core_tile.hpp"

namespace nve::planner::tso {

/// Bursts of `runs` runs of so many bytes.
constexpr int64_t BurstsOfRuns(int64_t runs, int64_t run_bytes, const Npu& npu) {
  return runs * Trips(run_bytes, npu.burst_bytes);
}

/// Bursts of a tile of a map: a run for each row; of whole rows a run for each channel.
int64_t MapBursts(int64_t channels, int64_t rows, int64_t columns, bool whole_rows, const Npu& npu);

/// Of each part of a tile. A W tile is a run for each filter, and one run if its filters have all
/// channels.
PerTensor TileBursts(const LayerShape& layer, const CoreTile& tile, Flow flow, const Npu& npu);

}  // namespace nve::planner::tso
