// SPDX-License-Identifier: Apache-2.0
// Plans as data for files.
#pragma once

#include "planner/best/best_plan.hpp"
#include "report/result/compile_file.hpp"

namespace nve::planner {

PlanOfCompile ResultOf(const PlanSpace& space, const PlannedLayer& layer);

}  // namespace nve::planner
