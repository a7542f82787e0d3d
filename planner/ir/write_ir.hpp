// SPDX-License-Identifier: Apache-2.0
// A plan as text, as figure 7.1 prints it.
#pragma once

#include <string>

#include "planner/ir/plan_ir.hpp"

namespace nve::planner {

/// What ParseIr reads. Nothing stands in it that follows from the rest: no address 0, one number
/// for a stride that is the same on both axes.
std::string WriteIr(const PlanIr& ir);

/// One step's line, without its end.
std::string StepText(const PlanIr& ir, const IrStep& step);

}  // namespace nve::planner
