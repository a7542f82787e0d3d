// SPDX-License-Identifier: Apache-2.0
// How long a convolution takes: TSO's equations 6 to 9 and algorithm 4, in microseconds.
//
// Each is computed in the order of operations in which it is printed. Plans of the same cost then
// differ in their last bit at times, and the search tells them apart by that (search.hpp).
// T_SW of equation 6 has no formula in the paper, which says less than 5 %; here it is nothing.
#pragma once

#include "planner/tso/transfers.hpp"

namespace nve::planner::tso {

/// TSO-burst and TSO-noburst.
enum class Model { kBurst, kNoBurst };
/// "burst", "noburst"
constexpr const char* ModelName(Model model) {
  return model == Model::kBurst ? "burst" : "noburst";
}

/// Equation 7 in cycles.
int64_t TileMacCycles(const LayerShape& layer, const CoreTile& tile, const Npu& npu);

/// Equation 7, Tile_MAC.
double TileMacMicroseconds(const LayerShape& layer, const CoreTile& tile, const Npu& npu);

/// Equation 8, T_MAC. kConsistent: the tiles of one TLT, undivided.
double MacMicroseconds(const LayerShape& layer, const Partition& partition, const CoreTile& tile,
                       const Npu& npu, Reading reading);

/// Algorithm 4: a tile of so many bytes and bursts.
double TransferMicroseconds(int64_t bytes, int64_t bursts, const Npu& npu, Model model);

/// Equation 9, T_DRAM, of tiles that move `transfers` times.
double DramMicroseconds(const PerTensor& transfers, const PerTensor& bytes, const PerTensor& bursts,
                        const Npu& npu, Model model);

}  // namespace nve::planner::tso
