// SPDX-License-Identifier: Apache-2.0
// What else could be done with a layer, and what each alternative loses: for --explain and
// --report.
#pragma once

#include <string>
#include <vector>

#include "planner/mapping/search.hpp"

namespace nve::planner {

/// A plan beside the chosen one.
struct Alternative {
  std::string name;  ///< "chosen", "best IS", "Zhang", ...
  Mapping mapping;
  Words equations;
  Words executed;
  int64_t kept = 0;     ///< words if tiles stay as long as they fit
  double more = 0;      ///< percent of executed words above the chosen plan's
  std::string because;  ///< which tensor moves more than the chosen plan's; empty: none does
};

/// The chosen plan first, then: the best of each flow, with whole rows, with divisor tiles, by the
/// equations, by metric 6.13, the pruned search as written, the three baselines. Those that fit no
/// tile are left out; `options` as for the chosen plan. InputError if nothing fits.
std::vector<Alternative> MakeAlternatives(const LayerShape& layer, const Hardware& hardware,
                                          const SearchOptions& options);

/// "OC 86, IC 1, OH 12, OW 56": loops that are whole are named so.
std::string TileText(const LayerShape& layer, const Tile& tile);

}  // namespace nve::planner
