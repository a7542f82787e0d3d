// SPDX-License-Identifier: Apache-2.0
// Charts like the figures of TSO's paper.
#pragma once

#include <vector>

#include "planner/papers/tso_tables.hpp"

namespace nve::planner::tso {

/// Figures 8, 9, 11, 12 and 13.
std::vector<PaperChart> TsoCharts(const TsoPlans& all);

}  // namespace nve::planner::tso
