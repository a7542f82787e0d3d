// SPDX-License-Identifier: Apache-2.0
// Lines over values that stand at equal distances, as files: one chart below the other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/sourced.hpp"

namespace nve {

struct LineSeries {
  std::string name;
  std::vector<std::optional<Sourced>> values;  ///< one for each of `x`; none: the line has a gap
};

struct LineChart {
  std::string title, x_label, y_label;
  std::vector<std::string> x;
  std::vector<LineSeries> series;
};

/// The charts as an SVG file. Each point says where its number comes from (data-source).
std::string LineChartsSvg(const std::vector<LineChart>& charts);

}  // namespace nve
