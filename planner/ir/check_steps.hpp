// SPDX-License-Identifier: Apache-2.0
// What CheckIr says of [text]: the steps walked, without their arithmetic.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "planner/ir/plan_ir.hpp"

namespace nve::planner {

/// Reports steps that do not fit what was before them, and outputs that the plan does not give.
/// `good`: of each tile, whether it is one; steps of others are not judged.
void CheckSteps(const PlanIr& ir, const LayerShape& layer,
                const std::array<std::vector<bool>, 3>& good, const std::string& file,
                Diagnostics& diagnostics);

}  // namespace nve::planner
