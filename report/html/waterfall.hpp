// SPDX-License-Identifier: Apache-2.0
// Where the cycles of layers went: parts that add up to all of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/html/section.hpp"

namespace nve {

/// The cycles that the loops need at least; none if the result does not say.
std::optional<Sourced> BoundOf(const ResultPlace<LayerOfRun>& layer);

/// A layer as a bar of its parts.
struct Waterfall {
  std::string name;  ///< of the bar
  ResultPlace<LayerOfRun> layer;
};

/// A chart with a bar for each, as parts of the bound, and the same as a table on demand. Nothing
/// if none has a waterfall with a bound above 0.
Html WaterfallPart(const std::vector<Waterfall>& bars, const std::string& title,
                   const std::string& id);

/// Layer by layer, and what to try next.
Html WaterfallSection(const RunView& view);

}  // namespace nve
