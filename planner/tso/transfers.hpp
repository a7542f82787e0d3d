// SPDX-License-Identifier: Apache-2.0
// How often tiles move between DRAM and the TLTs: TSO's equations 3 to 5.
#pragma once

#include "planner/tso/core_tile.hpp"
#include "planner/tso/partitions.hpp"

namespace nve::planner::tso {

/// How the equations are taken. As printed, they contradict themselves.
enum class Reading {
  /// To the letter. Equation 3 counts W and OUT tiles of one TLT, equations 4 and 5 those of all,
  /// so IS wins every layer. Equation 8 divides by the TLTs of one TLE, where the text says all.
  kPrinted,
  /// A TLT computes T_M filters in a round. All TLTs count; IN tiles move once for all TLTs of a
  /// TLE (multicast); MACs are those of one TLT, since all work at once.
  kConsistent,
};
/// "printed", "consistent"
constexpr const char* ReadingName(Reading reading) {
  return reading == Reading::kPrinted ? "printed" : "consistent";
}

/// Filters that a TLT has of its TLE's slice, at most.
constexpr int64_t FiltersOfTlt(const Slice& slice, const Npu& npu) {
  return Trips(slice.filters, npu.tlts);
}

/// How often a TLT begins with other filters (kConsistent).
constexpr int64_t RoundsOf(const Slice& slice, const CoreTile& tile, const Npu& npu) {
  return Trips(FiltersOfTlt(slice, npu), tile.m);
}

/// Equations 3 (IS), 4 (OS) and 5 (WS): alpha_in, alpha_w and alpha_out. Whether the tile fits is
/// not looked at.
PerTensor TransfersOf(const LayerShape& layer, const Partition& partition, const CoreTile& tile,
                      Flow flow, const Npu& npu, Reading reading);

}  // namespace nve::planner::tso
