// SPDX-License-Identifier: Apache-2.0
// What TSO's paper claims, and whether that holds: by its own tables, by its equations and by the
// searches of the project.
#pragma once

#include <vector>

#include "planner/papers/paper.hpp"

namespace nve::planner::tso {

/// All of them, each computed anew; about a second.
std::vector<Verdict> Verdicts();

}  // namespace nve::planner::tso
