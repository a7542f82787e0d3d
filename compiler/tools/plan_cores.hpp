// SPDX-License-Identifier: Apache-2.0
// Plans on several numbers of cores: as few as a frame rate needs, and what more of them bring.
#pragma once

#include <string>
#include <vector>

#include "compiler/tools/nvec_plan.hpp"

namespace nve {

/// The best plan on the fewest cores, of those of the task at most, that computes so many frames
/// per second. InputError with the best there is, and what would be needed, if none does.
PlannedNetwork PlanForRate(const PlanTask& task, double fps);

/// The best plans on 1, 2, 4 and so on cores, and on those of the task.
std::vector<PlanOnCores> PlansOnCores(const PlanTask& task);

/// Cycles of the frame and bytes over cores.
std::string ParetoSvg(const std::vector<PlanOnCores>& plans);

}  // namespace nve
