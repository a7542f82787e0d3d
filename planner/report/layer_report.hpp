// SPDX-License-Identifier: Apache-2.0
// A planned network as a table and as JSON: nve-plan --report and --json.
#pragma once

#include <string>

#include "planner/mapping/plan_network.hpp"
#include "report/result/plan_file.hpp"

namespace nve::planner {

/// Who moves the fewest words when it runs, of the chosen plan and the baselines, and why.
struct LayerWinner {
  std::string name;  ///< "chosen", "Zhang", ...; several that are equal: the chosen plan first
  std::string why;   ///< what the best of the others moves more
};
LayerWinner WinnerOf(const LayerPlan& plan, Convention convention);

/// Tile, flow, words, intensity, active PEs, performance, baselines, bound and winner of every
/// distinct layer, and the sums.
std::string NetworkReport(const NetworkPlan& plan, const Hardware& hardware,
                          const SearchOptions& options);

PlanFile PlanResult(const NetworkPlan& plan, const Hardware& hardware,
                    const SearchOptions& options);

}  // namespace nve::planner
