// SPDX-License-Identifier: Apache-2.0
// Plans of one layer for a comparison with measurements: the best predicted and some drawn.
#pragma once

#include <cstdint>
#include <vector>

#include "planner/best/best_plan.hpp"

namespace nve::planner {

struct SampledPlan {
  EvaluatedCandidate plan;
  bool drawn = false;
};

struct PlanSample {
  int64_t space = 0;  ///< plans of the layer
  std::vector<SampledPlan> plans;
};

/// Predicts all plans of a layer and takes the `best` fastest, then `drawn` others at random, the
/// same for the same seed; fewer if there are no more.
PlanSample SampleOf(const PlanSpace& space, size_t layer, size_t best, size_t drawn, uint64_t seed);

/// What models without cores' waiting say of a plan's steps.
struct Rooflines {
  int64_t volume = 0;  ///< the busiest core, or all bytes at the DRAM's peak (e-PlaNNer, eq. 3.1)
  int64_t bursts = 0;  ///< with a CAS latency for every burst (TSO, algorithm 4)
};
Rooflines RooflinesOf(const Binary& binary, const LayerCandidate& candidate,
                      const transfer::FeedPrediction& prediction);

}  // namespace nve::planner
