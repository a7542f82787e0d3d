// SPDX-License-Identifier: Apache-2.0
// Plans of the thesis's five networks in its four set-ups: what its tables and charts show.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "planner/mapping/plan_network.hpp"
#include "planner/report/volume_table.hpp"

namespace nve::planner {

/// A network in a set-up, convention padded.
struct ThesisPlan {
  ThesisNetwork network;
  char setup = 'A';
  NetworkPlan metric;     ///< tiles of all integers, whole rows, metric 6.13
  NetworkPlan equations;  ///< whole rows, words by the equations
  NetworkPlan executed;   ///< the default search
  NetworkPlan kept;       ///< least words if tiles are kept
};

struct ThesisPlans {
  std::vector<ThesisPlan> plans;  ///< networks outer, set-ups inner
  std::vector<VolumeRow> padded;  ///< in the same order
  std::vector<VolumeRow> stored;
};
ThesisPlans PlanThesis();

/// Seconds of a whole network by the roofline, equation 6.12, words as they run.
double RooflineSeconds(const NetworkPlan& plan, const Hardware& hardware);

/// How many times longer each baseline takes; nothing if one has no plan. The order is Zhang, Ma,
/// SmartShuttle.
std::optional<std::array<double, 3>> SpeedUps(const NetworkPlan& plan, const Hardware& hardware);

/// Mean over the three baselines of 1 - optimum / baseline.
double Reduction(const VolumeRow& row);

}  // namespace nve::planner
