// SPDX-License-Identifier: Apache-2.0
// Bar charts in groups, as thesis figures 36 and 37.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace nve {

struct BarSeries {
  std::string name;
  std::vector<std::optional<double>> values;  ///< one per group; empty: no bar
};

struct BarChart {
  std::string title;
  std::string x_label;
  std::string y_label;
  int decimals = 0;          ///< of the values written on the bars
  bool logarithmic = false;  ///< the axis of values; bars then begin at a power of ten
  std::vector<std::string> groups;
  std::vector<BarSeries> series;
  bool stacked = false;  ///< a group's series stand on each other; not beside `logarithmic`
};

/// The chart as an SVG file.
std::string BarChartSvg(const BarChart& chart);

}  // namespace nve
