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

/// A plan of one layer.
struct Mapping {
  Tile tile;
  Flow flow = Flow::kOutput;

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
