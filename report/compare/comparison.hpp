// SPDX-License-Identifier: Apache-2.0
// The same layers of several results side by side, with their differences, the worst first.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/compare/reported_run.hpp"
#include "report/sourced.hpp"

namespace nve {

/// What one result has.
struct ComparedCost {
  std::optional<Sourced> value;  ///< none: the result does not say, or the layer did not end
  std::optional<Sourced>
      change;  ///< percent of the first result's; none: of 0, or nothing to compare
};

/// A cost of a layer: of all of them more is worse.
struct ComparisonRow {
  std::string layer;
  std::string cost;                ///< what is compared, with its unit
  std::vector<ComparedCost> runs;  ///< one for each result
  double worst = 0;  ///< largest change as a part of the cost, or of the core's cycles if it is one
};

/// Rows of every layer that a result has and of all layers together, those that have become worst
/// first. Costs that no result says are left out, and those that are 0 everywhere.
std::vector<ComparisonRow> Compare(const std::vector<ReportedRun>& runs);

/// Bytes that passed all ports to the memory; none if the result does not say.
std::optional<Sourced> BytesMoved(const ResultPlace<LayerOfRun>& layer);

}  // namespace nve
