// SPDX-License-Identifier: Apache-2.0
// Charts like the figures of the e-PlaNNer thesis.
#pragma once

#include <vector>

#include "planner/papers/paper.hpp"
#include "planner/papers/thesis_plans.hpp"

namespace nve::planner {

/// Figures 5.2 and 6.5 (one drawing), 8.1, 8.2, 8.3 (a drawing for each planner) and 8.4.
std::vector<PaperChart> ThesisCharts(const ThesisPlans& all);

}  // namespace nve::planner
