// SPDX-License-Identifier: Apache-2.0
// The order in which a plan's loops reach their tiles.
#pragma once

#include <vector>

#include "planner/ir/tile_grid.hpp"

namespace nve::planner {

/// All positions, group by group: `mapping.outermost` outside, the flow's innermost loop inside.
/// Back and forth, each loop turns where it was; otherwise it begins anew.
std::vector<LoopPosition> PositionsOf(const LayerShape& layer, const Mapping& mapping,
                                      bool back_and_forth);

}  // namespace nve::planner
