// SPDX-License-Identifier: Apache-2.0
// The plan of the fewest cycles of a space, with its proof.
//
// Layers follow each other, so the best plan is the shortest path through the boundaries between
// them: a step of it is a layer's candidate between two boundaries. What candidates take at least
// is known at once, what they take exactly costs a run of the transfer model. So the path is found
// with bounds in place of what is not known, and of its steps those that are not known are
// evaluated, until a shortest path has none: then no plan of the space is faster.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <tuple>
#include <vector>

#include "planner/best/plan_space.hpp"

namespace nve::planner {

/// A candidate of a layer that was evaluated.
struct EvaluatedCandidate {
  Boundary input;
  Boundary output;
  LayerCandidate candidate;
  LayerCost cost;
};

/// A layer of a plan.
struct PlannedLayer {
  EvaluatedCandidate chosen;
  int64_t bound = 0;      ///< no candidate takes less
  int64_t space = 0;      ///< candidates between two boundaries that fit
  int64_t evaluated = 0;  ///< of them
  /// Others between the same boundaries that were evaluated, the fastest first.
  std::vector<EvaluatedCandidate> others;
};

struct BestPlan {
  std::vector<PlannedLayer> layers;
  int64_t cycles = 0;  ///< of all layers, each from a drained memory
  int64_t bound = 0;   ///< no plan of the space takes less
  double Gap() const { return static_cast<double>(cycles - bound) / static_cast<double>(bound); }
};

/// The best plan of the space, or the first that is at most `gap` (0.002: 0.2 %) above the bound.
/// `progress` is told of every evaluation: how many there were, and the gap so far.
BestPlan FindBestPlan(const PlanSpace& space, double gap,
                      const std::function<void(int64_t evaluated, double gap)>& progress);

/// The options that compile a plan.
CompileOptions OptionsOf(const PlanSpace& space, const BestPlan& plan);

/// The binary with the steps of a plan, of a space in which all programs are those of one binary.
Binary PlannedBinary(const PlanSpace& space, const BestPlan& plan);

}  // namespace nve::planner
