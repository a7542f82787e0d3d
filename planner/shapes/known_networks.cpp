// SPDX-License-Identifier: Apache-2.0
// Embedded networks: see known_networks.hpp.
#include "planner/shapes/known_networks.hpp"

#include "planner/shapes/shapes_csv.hpp"
#include "planner_networks.hpp"

namespace nve::planner {

std::vector<std::string> NetworkNames() {
  std::vector<std::string> names;
  names.reserve(kShapeFiles.size());
  for (const auto& [name, text] : kShapeFiles) names.emplace_back(name);
  return names;
}

NetworkShape ReadNetwork(const std::string& name_or_path) {
  for (const auto& [name, text] : kShapeFiles) {
    if (name == name_or_path) return ParseShapes(std::string(text), name_or_path);
  }
  return ReadShapes(name_or_path);
}

}  // namespace nve::planner
