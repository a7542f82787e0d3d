// SPDX-License-Identifier: Apache-2.0
// Three nested loops in any order: see loop_order.hpp.
#include "planner/ir/loop_order.hpp"

#include <algorithm>
#include <array>

namespace nve::planner {
namespace {

constexpr std::array<LoopGroup, 3> kGroups = {LoopGroup::kOutputs, LoopGroup::kInputs,
                                              LoopGroup::kMaps};

// Outermost first.
std::array<LoopGroup, 3> OrderOf(const Mapping& mapping) {
  const LoopGroup inner = Innermost(mapping.flow);
  const LoopGroup middle = *std::find_if(kGroups.begin(), kGroups.end(), [&](LoopGroup group) {
    return group != mapping.outermost && group != inner;
  });
  return {mapping.outermost, middle, inner};
}

int64_t LoopPosition::*IndexOf(LoopGroup group) {
  if (group == LoopGroup::kOutputs) return &LoopPosition::outputs;
  return group == LoopGroup::kInputs ? &LoopPosition::inputs : &LoopPosition::map;
}

int64_t TripsOf(const TripCounts& trips, LoopGroup group) {
  if (group == LoopGroup::kOutputs) return trips.n;
  return group == LoopGroup::kInputs ? trips.c : trips.h;
}

}  // namespace

std::vector<LoopPosition> PositionsOf(const LayerShape& layer, const Mapping& mapping,
                                      bool back_and_forth) {
  const TripCounts trips = TripCountsOf(layer, mapping.tile);
  const std::array<LoopGroup, 3> order = OrderOf(mapping);
  std::array<int64_t, 3> bounds;
  for (size_t i = 0; i < order.size(); ++i) bounds[i] = TripsOf(trips, order[i]);
  // The turn'th walk along a loop
  const auto index = [&](size_t loop, int64_t step, int64_t turn) {
    return back_and_forth && turn % 2 != 0 ? bounds[loop] - 1 - step : step;
  };
  std::vector<LoopPosition> positions;
  for (int64_t group = 0; group < layer.groups; ++group) {
    LoopPosition at;
    at.group = group;
    for (int64_t outer = 0; outer < bounds[0]; ++outer) {
      at.*IndexOf(order[0]) = outer;
      for (int64_t middle = 0; middle < bounds[1]; ++middle) {
        at.*IndexOf(order[1]) = index(1, middle, outer);
        for (int64_t inner = 0; inner < bounds[2]; ++inner) {
          at.*IndexOf(order[2]) = index(2, inner, outer * bounds[1] + middle);
          positions.push_back(at);
        }
      }
    }
  }
  return positions;
}

}  // namespace nve::planner
