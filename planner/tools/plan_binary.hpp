// SPDX-License-Identifier: Apache-2.0
// nve-plan FILE.nve: the best steps for the programs of a binary, on any number of cores.
#pragma once

#include "planner/tools/plan_options.hpp"

namespace nve::planner {

/// Searches for partition, feed and layouts, prints the plan, and writes --output and --json.
int RunPlanBinary(const PlanOptions& options);

}  // namespace nve::planner
