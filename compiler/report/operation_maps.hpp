// SPDX-License-Identifier: Apache-2.0
// Which output map every operation of a schedule works for.
#pragma once

#include <vector>

#include "compiler/schedule/schedule.hpp"

namespace nve {

/// For every operation of the repeated part the position of its output map in the program, -1 for
/// stream writes, which load inputs for all maps. A coefficient word that reaches over the end of a
/// map belongs to the map of its first entry.
std::vector<int> MapsOfOperations(const Schedule& schedule);

}  // namespace nve
