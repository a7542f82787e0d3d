// SPDX-License-Identifier: Apache-2.0
// The pipelined plan whose first output comes soonest.
//
// Bands of a plan overlap, so plans are compared as whole frames, in this space: the programs of
// the best plan of cycles or one of the space's passes for all layers; of these the maps lie as in
// the best plan where they can, else as `auto` says; a first band of one strip of the output, and
// then one band of all others, two, or bands each twice as large as the one before. The programs
// are chosen with two bands, then the bands. A limit says how much longer a frame may take for the
// sake of its first strip.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "planner/best/best_plan.hpp"

namespace nve::planner {

/// A whole frame of a plan.
struct FramePlan {
  CompileOptions options;
  transfer::FeedPrediction frame;
};

/// The sum of layers in which each step has its own feed, from the space's cache if it is there.
transfer::FeedPrediction FrameOf(const Binary& binary, const PlanSpace& space);

/// What was tried, the plan without bands first, then pipelined ones in the order of their trial.
/// `progress` is told how many there were.
std::vector<FramePlan> PipelinedPlans(const Network& network, const Weights& weights,
                                      const PlanSpace& space, const BestPlan& best,
                                      double most_loss,
                                      const std::function<void(int64_t)>& progress);

/// Of these the one of the least latency whose frame takes at most `most_loss` (0.02: 2 %) longer
/// than the first one's.
const FramePlan& LeastLatency(const std::vector<FramePlan>& plans, double most_loss);

/// Sizes of bands for so many strips of the last layer (BandsOf).
std::vector<std::vector<int>> BandsToTry(int strips);

}  // namespace nve::planner
