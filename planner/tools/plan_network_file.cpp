// SPDX-License-Identifier: Apache-2.0
// Reads nve-plan's network: see plan_network_file.hpp.
#include "planner/tools/plan_network_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "base/cli/tool_main.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "convnet/network_xml.hpp"
#include "planner/nve/nve_network.hpp"
#include "planner/shapes/known_networks.hpp"

namespace nve::planner {

bool IsDescriptor(const std::string& path) { return path.ends_with(".xml"); }

LayerShape ParseLayer(const NetworkShape& network, const std::string& option,
                      const std::string& name) {
  const auto found = std::ranges::find(network.layers, name, &LayerShape::name);
  if (found != network.layers.end()) return *found;
  std::vector<std::string> names;
  for (const LayerShape& layer : network.layers) names.push_back(layer.name);
  const std::string near = NearestWord(name, names);
  throw InputError({network.file, 0, ""},
                   fmt::format("{}: found '{}', allowed: {}", option, name,
                               near.empty() ? fmt::format("{}", fmt::join(names, ", "))
                                            : fmt::format("a layer; did you mean {}?", near)));
}

NetworkShape ReadPlanNetwork(const PlanOptions& options) {
  NetworkShape network = IsDescriptor(options.network) ? ShapesOf(LoadNetwork(options.network))
                                                       : ReadNetwork(options.network);
  if (!options.layer.empty()) network.layers = {ParseLayer(network, "--layer", options.layer)};
  return network;
}

}  // namespace nve::planner
