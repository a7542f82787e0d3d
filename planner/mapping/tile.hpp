// SPDX-License-Identifier: Apache-2.0
// What a plan of one layer says: the tile of each loop, and which tensor stays on chip.
#pragma once

#include <cstdint>

#include "planner/shapes/layer_shape.hpp"

namespace nve::planner {

/// Steps of the off-chip loops (e-PlaNNer 5.2). The last tile of a loop may be smaller. Of a
/// grouped layer, OC and IC count within one group.
struct Tile {
  int64_t oc = 1;
  int64_t ic = 1;
  int64_t oh = 1;
  int64_t ow = 1;
  int64_t kh = 1;
  int64_t kw = 1;

  bool operator==(const Tile&) const = default;
};

/// Which tensor's tile is not reloaded in the innermost off-chip loop (e-PlaNNer 5.3).
enum class Flow { kInput, kWeight, kOutput };

/// "IS", "WS", "OS"
constexpr const char* FlowName(Flow flow) {
  if (flow == Flow::kInput) return "IS";
  return flow == Flow::kWeight ? "WS" : "OS";
}

/// The off-chip loops, each group stepped as one: OC; IC with KH and KW; OH with OW.
enum class LoopGroup { kOutputs, kInputs, kMaps };

/// The flow's innermost group (table of e-PlaNNer 5.3).
constexpr LoopGroup Innermost(Flow flow) {
  if (flow == Flow::kInput) return LoopGroup::kOutputs;
  return flow == Flow::kWeight ? LoopGroup::kMaps : LoopGroup::kInputs;
}

/// The group that is outermost unless a plan says otherwise.
constexpr LoopGroup UsualOutermost(Flow flow) {
  return flow == Flow::kWeight ? LoopGroup::kOutputs : LoopGroup::kMaps;
}

/// A plan of one layer. Which of the two outer loops is outermost matters to plans that keep tiles
/// only; the equations do not tell them apart.
struct Mapping {
  Tile tile;
  Flow flow = Flow::kOutput;
  LoopGroup outermost = UsualOutermost(Flow::kOutput);

  Mapping() = default;
  Mapping(const Tile& tile_, Flow flow_) : Mapping(tile_, flow_, UsualOutermost(flow_)) {}
  Mapping(const Tile& tile_, Flow flow_, LoopGroup outermost_)
      : tile(tile_), flow(flow_), outermost(outermost_) {}

  bool operator==(const Mapping&) const = default;
};

/// How often a loop of `bound` steps by `tile`.
constexpr int64_t Trips(int64_t bound, int64_t tile) { return (bound + tile - 1) / tile; }

/// How often each off-chip loop turns, the names of e-PlaNNer 6.1.
struct TripCounts {
  int64_t n = 1;  ///< OC
  int64_t c = 1;  ///< IC
  int64_t k = 1;  ///< KH and KW together
  int64_t h = 1;  ///< OH and OW together
};
TripCounts TripCountsOf(const LayerShape& layer, const Tile& tile);

}  // namespace nve::planner
