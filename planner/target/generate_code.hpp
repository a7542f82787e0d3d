// SPDX-License-Identifier: Apache-2.0
// Target code of a plan (e-PlaNNer 7.2): each line of the plan becomes a piece of a template.
#pragma once

#include <string>

#include "planner/ir/plan_ir.hpp"
#include "planner/target/code_template.hpp"

namespace nve::planner {

/// The code of a plan that CheckIr takes.
std::string GenerateCode(const PlanIr& ir, const CodeTemplate& code);

}  // namespace nve::planner
