// SPDX-License-Identifier: Apache-2.0
// Which options of nve-plan stand beside each other.
//
// The command line asks for one thing: a mode. Each mode has a list of the options that it reads.
// Every other option that was given is refused, since it would be ignored.
#pragma once

#include <string>
#include <vector>

#include "planner/tools/plan_options.hpp"

namespace nve::planner {

/// What is wrong with the options together, a sentence each; nothing if all of them say something.
std::vector<std::string> CompanyProblems(const PlanOptions& options);

}  // namespace nve::planner
