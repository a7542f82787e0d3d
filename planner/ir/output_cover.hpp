// SPDX-License-Identifier: Apache-2.0
// Whether the computed tiles are the output, each word once.
#pragma once

#include <string>
#include <vector>

#include "planner/ir/plan_ir.hpp"

namespace nve::planner {

/// What is wrong, "found ..., allowed: ..."; empty if nothing is. `computed`: of each output tile,
/// whether a CONV computes it. The tiles are boxes of the output.
std::string CoverProblem(const PlanIr& ir, const std::vector<bool>& computed);

}  // namespace nve::planner
