// SPDX-License-Identifier: Apache-2.0
// Kept tiles: see kept.hpp.
#include "planner/mapping/kept.hpp"

#include <algorithm>

#include "planner/mapping/executed.hpp"

namespace nve::planner {
namespace {

int64_t TripsOf(const TripCounts& trips, LoopGroup group) {
  switch (group) {
    case LoopGroup::kOutputs:
      return trips.n;
    case LoopGroup::kInputs:
      return trips.c;
    case LoopGroup::kMaps:
      return trips.h;
  }
  return 1;
}

// Words loaded again of a tensor whose tiles do not depend on the loops `free`.
int64_t Again(const Walk& walk, LoopGroup outermost, LoopGroup innermost, LoopGroup free,
              int64_t pass, int64_t slots) {
  if (free == innermost) return 0;
  const int64_t repeats = TripsOf(walk.trips, free) - 1;
  const int64_t tiles = walk.trips.n * walk.trips.c * walk.trips.h / (repeats + 1);
  // Below an outer loop the tensor's cycle is as long as the inner loop, each turn with new tiles
  const int64_t turns = free == outermost ? 1 : tiles / TripsOf(walk.trips, innermost);
  const int64_t kept = turns * std::min(slots, tiles / turns);
  return repeats * (pass - pass * kept / tiles);
}

}  // namespace

Words KeptWords(const Walk& walk, LoopGroup outermost, LoopGroup innermost) {
  const auto again = [&](LoopGroup free, int64_t pass, int64_t slots) {
    return Again(walk, outermost, innermost, free, pass, slots);
  };
  return {walk.pass.input + again(LoopGroup::kOutputs, walk.pass.input, walk.slots.input),
          walk.pass.weight + again(LoopGroup::kMaps, walk.pass.weight, walk.slots.weight),
          // A partial sum that leaves is stored and loaded again
          walk.pass.output + 2 * again(LoopGroup::kInputs, walk.pass.output, walk.slots.output)};
}

Words KeptWords(const LayerShape& layer, const Mapping& mapping, const Hardware& hardware,
                Convention convention) {
  const Walk walk = {TripCountsOf(layer, mapping.tile), PassWords(layer, mapping.tile, convention),
                     SlotsOf(TileWords(layer, mapping.tile, convention), hardware)};
  return KeptWords(walk, mapping.outermost, Innermost(mapping.flow));
}

}  // namespace nve::planner
