// SPDX-License-Identifier: Apache-2.0
// Charts one below the other, in one file.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "report/chart_style.hpp"
#include "report/svg.hpp"

namespace nve {

/// What an axis of values shows, upright at the left edge; `middle` is the axis's.
inline void DrawUprightLabel(double middle, const std::string& label, SvgDrawing& drawing) {
  drawing.Text(18, middle, label,
               fmt::format("class=\"middle\" transform=\"rotate(-90 18 {})\"", Pixels(middle)));
}

/// An SVG file of charts, each drawn by a Drawer(chart, drawing), which has Run(), Width() and
/// Height().
template <typename Drawer, typename Chart>
std::string ChartColumnSvg(const std::vector<Chart>& charts) {
  SvgDrawing drawing(charts.empty() ? "nothing" : charts.front().title, kChartStyle);
  double width = 0, y = 0;
  for (const Chart& chart : charts) {
    Drawer drawer(chart, drawing);
    drawing.OpenGroup(0, y, "");
    drawer.Run();
    drawing.CloseGroup();
    width = std::max(width, drawer.Width());
    y += drawer.Height();
  }
  return drawing.Finish(width, y);
}

}  // namespace nve
