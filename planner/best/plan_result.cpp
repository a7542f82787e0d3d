// SPDX-License-Identifier: Apache-2.0
// See plan_result.hpp.
#include "planner/best/plan_result.hpp"

#include <algorithm>

namespace nve::planner {

PlanOfCompile ResultOf(const PlanSpace& space, const PlannedLayer& layer) {
  const EvaluatedCandidate& chosen = layer.chosen;
  PlanOfCompile plan;
  plan.partition = nve::ToText(chosen.candidate.partition);
  plan.feed = nve::ToString(chosen.candidate.feed);
  plan.layout = nve::ToString(chosen.output.layout);
  plan.half_vectors = chosen.candidate.rows == arch::kActLanes;
  plan.max_maps_per_program = space.PassesOf(chosen.candidate).max_maps_per_program;
  plan.predicted_cycles = chosen.cost.cycles;
  plan.lower_bound = layer.bound;
  plan.space = layer.space;
  plan.evaluated = layer.evaluated;
  plan.gap = static_cast<double>(chosen.cost.cycles - layer.bound) /
             static_cast<double>(std::max<int64_t>(layer.bound, 1));
  return plan;
}

}  // namespace nve::planner
