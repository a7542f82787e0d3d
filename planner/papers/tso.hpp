// SPDX-License-Identifier: Apache-2.0
// All tables and charts of TSO's paper that a planner can reproduce, ours beside the printed ones.
#pragma once

#include "planner/papers/paper.hpp"

namespace nve::planner {

/// Table I and its ratios, figures 1, 8, 9 and 11 to 13, and a verdict on each claim.
Paper TsoPaper();

}  // namespace nve::planner
