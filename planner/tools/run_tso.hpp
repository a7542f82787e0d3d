// SPDX-License-Identifier: Apache-2.0
// nve-plan --tso.
#pragma once

#include "planner/tools/plan_options.hpp"

namespace nve::planner {

/// TSO over a network, or over the paper's five in both readings, with and without bursts. Prints,
/// and writes --json; the exit code.
int RunTso(const PlanOptions& options);

}  // namespace nve::planner
