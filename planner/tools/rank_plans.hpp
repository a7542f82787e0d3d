// SPDX-License-Identifier: Apache-2.0
// nve-plan --rank: does a plan that moves fewer words run faster on this computer?
#pragma once

#include "planner/tools/plan_options.hpp"

namespace nve::planner {

/// Draws plans of each layer that fit the machine, makes a C++ program of each, compiles and runs
/// it, and prints the rank correlation of predicted words with measured seconds, with its interval.
/// Writes --json: every plan. InputError if there is no compiler.
int RunRank(const PlanOptions& options);

}  // namespace nve::planner
