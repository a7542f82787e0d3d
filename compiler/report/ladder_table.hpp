// SPDX-License-Identifier: Apache-2.0
// The ladder of several networks as text.
#pragma once

#include <string>
#include <vector>

#include "compiler/report/preset_ladder.hpp"

namespace nve {

/// A table per metric, with a column per published source and per preset that some network does not
/// refuse; for a single preset one table with a column per metric. A line per layer, and the mean
/// and total of every network with several.
std::string LadderTable(const std::vector<PresetLadder>& ladders);

}  // namespace nve
