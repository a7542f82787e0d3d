// SPDX-License-Identifier: Apache-2.0
// A plan from its text.
#pragma once

#include <string>

#include "planner/ir/plan_ir.hpp"

namespace nve::planner {

/// Reads and checks (CheckIr) a plan. InputError with everything that is wrong: file, line, what
/// was found, what is allowed. Of very many problems of one kind the first stands for all. Steps
/// are checked against each other if all lines could be read.
PlanIr ParseIr(const std::string& text, const std::string& file);

/// The same of a file.
PlanIr ReadIr(const std::string& path);

}  // namespace nve::planner
