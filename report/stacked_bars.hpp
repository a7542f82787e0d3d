// SPDX-License-Identifier: Apache-2.0
// Horizontal bars of parts, one bar below the other, for a page: each part is as wide as its number
// and carries the number's source.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/sourced.hpp"

namespace nve {

struct StackedBar {
  std::string name;
  std::vector<std::optional<Sourced>> parts;  ///< one per series; none, or not above 0: nothing
  std::optional<Sourced> end;                 ///< written behind the bar
};

struct StackedBars {
  std::string title;
  std::string axis;  ///< what the parts are, with their unit
  std::string unit;  ///< written behind every number: " %"
  int decimals = 0;
  std::vector<std::string> series;
  std::vector<StackedBar> bars;
};

/// The chart as an element of a page. The legend has the series that occur. The plot says how many
/// pixels a unit is (data-scale), each part which number it is (data-source).
std::string StackedBarsSvg(const StackedBars& chart, const std::string& id);

}  // namespace nve
