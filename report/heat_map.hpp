// SPDX-License-Identifier: Apache-2.0
// Numbers of two parameters as cells, the darker the larger, as files: one map below the other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/sourced.hpp"

namespace nve {

struct HeatMap {
  std::string title, x_label, y_label;
  std::vector<std::string> x, y;
  std::vector<std::vector<std::optional<Sourced>>> cells;  ///< [y][x]
  int decimals = 0;
};

/// The maps as an SVG file. Each number says where it comes from (data-source).
std::string HeatMapsSvg(const std::vector<HeatMap>& maps);

}  // namespace nve
