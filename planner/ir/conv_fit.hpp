// SPDX-License-Identifier: Apache-2.0
// Whether the three tiles of a CONV belong together.
#pragma once

#include <string>

#include "planner/ir/plan_ir.hpp"

namespace nve::planner {

/// What does not fit, "found ..., allowed: ..."; empty if all does. The tiles are good ones.
std::string ConvProblem(const PlanIr& ir, const LayerShape& layer, const ConvStep& conv);

}  // namespace nve::planner
