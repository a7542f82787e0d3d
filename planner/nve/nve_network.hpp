// SPDX-License-Identifier: Apache-2.0
// A whole network planned for the NVE of this build, as a table and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planner/nve/nve_machine.hpp"
#include "report/result/plan_file.hpp"

namespace nve::planner {

/// A layer, and its plan or why there is none.
struct NveLayerEntry {
  std::string name;
  std::string problem;  ///< empty if there is a plan
  std::optional<NveLayerPlan> plan;
};

std::vector<NveLayerEntry> PlanOnNve(const Network& network, const arch::Machine& machine);

std::vector<NveLayerEntry> PlanOnNve(const NetworkShape& network, const arch::Machine& machine);

std::string NveText(const std::vector<NveLayerEntry>& layers);
NvePlanFile NvePlanResult(const std::vector<NveLayerEntry>& layers, const arch::Machine& machine);

}  // namespace nve::planner
