// SPDX-License-Identifier: Apache-2.0
// Points below roofs on two logarithmic axes, for a page: a measured roofline. Each number carries
// its source.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/sourced.hpp"

namespace nve {

struct LogPoint {
  std::string name;  ///< written beside the point unless there is no room; empty: nothing
  Sourced x, y;      ///< above 0
  size_t series = 0;
  bool filled = true;
};

/// What no point can be above: y <= ceiling, or y <= slope * x.
struct LogRoof {
  std::string name;
  std::optional<Sourced> ceiling, slope;
  std::string unit;
};

struct LogPlot {
  std::string title, x_label, y_label;
  std::string filled, hollow;       ///< what the two kinds of points are
  std::vector<std::string> series;  ///< names of the colours; none: no legend of them
  std::vector<LogRoof> roofs;
  std::vector<LogPoint> points;  ///< at least one
};

/// The plot as an element of a page. Points have data-source-x and data-source-y, the plot has
/// where its axes begin and end (data-x, data-y: values, then pixels).
std::string LogPlotSvg(const LogPlot& plot, const std::string& id);

}  // namespace nve
