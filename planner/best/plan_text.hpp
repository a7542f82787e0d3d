// SPDX-License-Identifier: Apache-2.0
// A best plan in words: what was chosen, what it loses, and what others would have taken.
#pragma once

#include <string>
#include <vector>

#include "planner/best/pipelined_plan.hpp"

namespace nve::planner {

/// "planes", "columns", "strips of 8 rows".
std::string ToText(const Boundary& boundary);

/// A line for each layer: partition, programs, layout, cycles, the bound and what was evaluated;
/// then how far the plan is proved.
std::string PlanText(const PlanSpace& space, const BestPlan& plan);

/// For each layer the chosen candidate and the fastest others between the same boundaries: cycles,
/// cycles of all cores by what they were for, and what the memory did.
std::string ExplainedText(const PlanSpace& space, const BestPlan& plan);

/// A planned frame's cycles and latency, and which DMA they are of if the binary does not say it.
std::string FrameText(const PlanSpace& space, const Binary& binary,
                      const transfer::FeedPrediction& frame);

/// Pipelined plans beside the one without bands, which is the first: bands, frame, first strip.
std::string PipelinedText(const std::vector<FramePlan>& plans, const FramePlan& chosen);

}  // namespace nve::planner
