// SPDX-License-Identifier: Apache-2.0
// All layers of a network planned, each distinct shape once.
#pragma once

#include <optional>
#include <vector>

#include "planner/mapping/baselines.hpp"

namespace nve::planner {

/// One layer planned; the words are those of one such layer.
struct LayerPlan {
  LayerShape layer;  ///< `count`: layers of the network with this shape
  SearchResult chosen;
  Words equations;   ///< of the chosen plan, equations 6.1 to 6.5
  Words executed;    ///< of the chosen plan, as it runs
  int64_t kept = 0;  ///< of the chosen plan, if tiles stay as long as they fit
  std::optional<BaselinePlan> zhang;
  std::optional<BaselinePlan> ma;
  std::optional<BaselinePlan> smartshuttle;
  double bound = 0;  ///< LowerBound of all three memories together
  int64_t once = 0;  ///< each word of the layer once
};

/// Words of the whole network.
struct NetworkWords {
  int64_t equations = 0;
  int64_t executed = 0;
  int64_t kept = 0;
  int64_t zhang = 0;
  int64_t zhang_executed = 0;
  int64_t ma = 0;
  int64_t smartshuttle = 0;
  int64_t bound = 0;  ///< the sum of the layers' bounds, rounded at the end
  int64_t once = 0;
  int64_t looked_at = 0;
};

struct NetworkPlan {
  std::vector<LayerPlan> layers;
  NetworkWords words;
};

/// InputError naming every layer that fits no tile into the memories, or whose single row fits no
/// baseline.
NetworkPlan PlanNetwork(const NetworkShape& network, const Hardware& hardware,
                        const SearchOptions& options);

}  // namespace nve::planner
