// SPDX-License-Identifier: Apache-2.0
// What CheckIr says of [info] and [var], before any step.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "planner/ir/plan_ir.hpp"

namespace nve::planner {

/// Reports tensors that are no layer, strides of CONVs with them. False if there is none.
bool CheckTensors(const PlanIr& ir, const std::string& file, Diagnostics& diagnostics);

/// Reports memories without words and doubled names.
void CheckMemories(const PlanIr& ir, const std::string& file, Diagnostics& diagnostics);

/// Reports tiles that are no tiles of their layer. Of each tile, whether it is one.
std::array<std::vector<bool>, 3> CheckTiles(const PlanIr& ir, const LayerShape& layer,
                                            const std::string& file, Diagnostics& diagnostics);

}  // namespace nve::planner
