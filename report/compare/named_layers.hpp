// SPDX-License-Identifier: Apache-2.0
// Layers of a run by names that tell them apart.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/compare/reported_run.hpp"

namespace nve {

/// Names that differ: of those that are the same the second is "L1 (2)".
std::vector<std::string> NamesApart(const std::vector<std::string>& names);

/// Layers and their sum by name; nothing for one that did not come to its end.
using NamedLayers = std::vector<std::pair<std::string, std::optional<ResultPlace<LayerOfRun>>>>;

/// Those of a run, in its order, the sum last.
NamedLayers LayersByName(const ReportedRun& run);

/// Null if there is none of the name that came to its end.
const ResultPlace<LayerOfRun>* FindLayer(const NamedLayers& layers, const std::string& name);

}  // namespace nve
