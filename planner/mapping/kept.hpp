// SPDX-License-Identifier: Apache-2.0
// Words of a plan that keeps tiles on chip as long as they fit, in closed form.
//
// A memory has floor(words / tile) slots. Loops turn back and forth (serpentine), so of a cycle of
// tiles that is walked again, as many as there are slots are still there. Equations 6.1 to 6.5
// reload them all.
#pragma once

#include "planner/mapping/volume.hpp"

namespace nve::planner {

/// What a plan's three loops walk: trips of each group, and the words of one pass over each tensor.
struct Walk {
  TripCounts trips;
  Words pass;   ///< input with halo
  Words slots;  ///< tiles that each memory holds
};

/// Tiles of these sizes that each memory holds.
inline Words SlotsOf(const Words& tile, const Hardware& hardware) {
  return {hardware.InputWords() / tile.input, hardware.WeightWords() / tile.weight,
          hardware.OutputWords() / tile.output};
}

/// Words moved. Edge tiles count as the mean tile, so a run may differ by less than a percent.
Words KeptWords(const Walk& walk, LoopGroup outermost, LoopGroup innermost);

/// The same of a whole plan.
Words KeptWords(const LayerShape& layer, const Mapping& mapping, const Hardware& hardware,
                Convention convention);

}  // namespace nve::planner
