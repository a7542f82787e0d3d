// SPDX-License-Identifier: Apache-2.0
// Draws bar charts.
#include "report/bar_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "report/chart_axis.hpp"
#include "report/svg.hpp"

namespace nve {
namespace {

constexpr double kBar = 18;
constexpr double kGroupGap = 26;
constexpr double kLeft = 84;
constexpr double kTop = 84;
constexpr double kHeight = 320;
constexpr double kLegendWidth = 150;

constexpr const char* kStyle =
    "text{font-family:Helvetica,Arial,sans-serif;font-size:12px;fill:#222}"
    ".title{font-size:16px;font-weight:bold}.value{font-size:10px}"
    ".grid{stroke:#ddd}.fine{stroke:#f2f2f2}.axis{stroke:#222}";

double SumOfGroup(const BarChart& chart, size_t group) {
  double sum = 0;
  for (const BarSeries& series : chart.series) sum += series.values[group].value_or(0);
  return sum;
}

ChartAxis AxisOf(const BarChart& chart) {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  if (chart.stacked) {
    for (size_t group = 0; group < chart.groups.size(); ++group) {
      most = std::max(most, SumOfGroup(chart, group));
    }
    return LinearAxis(most == 0 ? 1 : most);
  }
  for (const BarSeries& series : chart.series) {
    for (const std::optional<double>& value : series.values) {
      if (value.value_or(0) <= 0) continue;
      least = std::min(least, *value);
      most = std::max(most, *value);
    }
  }
  if (most == 0) least = most = 1;
  return chart.logarithmic ? LogarithmicAxis(least, most) : LinearAxis(most);
}

class Drawer {
 public:
  explicit Drawer(const BarChart& chart)
      : chart_(chart),
        drawing_(chart.title, kStyle),
        axis_(AxisOf(chart)),
        group_width_(GroupWidth(chart)),
        plot_width_(group_width_ * static_cast<double>(chart.groups.size())) {}

  std::string Run() {
    drawing_.Text(kLeft, 26, chart_.title, "class=\"title\"");
    DrawAxes();
    for (size_t group = 0; group < chart_.groups.size(); ++group) {
      chart_.stacked ? DrawStack(group) : DrawGroup(group);
    }
    DrawLegend();
    const double width = kLeft + plot_width_ + 24 + kLegendWidth;
    return drawing_.Finish(std::max(width, kLeft + 8.5 * static_cast<double>(chart_.title.size())),
                           kTop + kHeight + 60);
  }

 private:
  // A stack's name may be wider than its bar.
  static double GroupWidth(const BarChart& chart) {
    if (!chart.stacked) return kBar * static_cast<double>(chart.series.size()) + kGroupGap;
    size_t longest = 0;
    for (const std::string& group : chart.groups) longest = std::max(longest, group.size());
    return std::max(kBar + kGroupGap, 7.0 * static_cast<double>(longest) + 8);
  }

  double Y(double value) const { return kTop + kHeight * (1 - axis_.Part(value)); }

  void DrawAxes() {
    for (const ChartTick& tick : axis_.ticks) {
      const double y = Y(tick.value);
      const bool lowest = tick.value == axis_.ticks.front().value;
      drawing_.Line(kLeft, y, kLeft + plot_width_, y,
                    lowest ? "axis" : (tick.labelled ? "grid" : "fine"));
      if (!tick.labelled) continue;
      drawing_.Text(kLeft - 8, y + 4, TickLabel(tick.value), "text-anchor=\"end\"");
    }
    drawing_.Line(kLeft, kTop, kLeft, kTop + kHeight, "axis");
    drawing_.Text(kLeft + plot_width_ / 2, kTop + kHeight + 44, chart_.x_label,
                  "text-anchor=\"middle\"");
    const std::string middle = Pixels(kTop + kHeight / 2);
    drawing_.Text(20, kTop + kHeight / 2, chart_.y_label,
                  "text-anchor=\"middle\" transform=\"rotate(-90 20 " + middle + ")\"");
  }

  void DrawName(size_t group) {
    drawing_.Text(kLeft + group_width_ * (static_cast<double>(group) + 0.5), kTop + kHeight + 20,
                  chart_.groups[group], "text-anchor=\"middle\"");
  }

  // One bar of all series, the first at the bottom, the sum written above.
  void DrawStack(size_t group) {
    DrawName(group);
    const double x = kLeft + group_width_ * (static_cast<double>(group) + 0.5) - kBar / 2;
    double below = 0;
    for (size_t s = 0; s < chart_.series.size(); ++s) {
      const double value = chart_.series[s].values[group].value_or(0);
      drawing_.Rectangle(x, Y(below + value), kBar, Y(below) - Y(below + value), Fill(s));
      below += value;
    }
    drawing_.Text(x + kBar / 2, Y(below) - 4, fmt::format("{:.{}f}", below, chart_.decimals),
                  "class=\"value\" text-anchor=\"middle\"");
  }

  void DrawGroup(size_t group) {
    DrawName(group);
    const double left = kLeft + group_width_ * static_cast<double>(group) + kGroupGap / 2;
    for (size_t s = 0; s < chart_.series.size(); ++s) {
      const std::optional<double> value = chart_.series[s].values[group];
      if (!value) continue;
      const double x = left + kBar * static_cast<double>(s);
      const double y = Y(*value);
      drawing_.Rectangle(x, y, kBar - 2, kTop + kHeight - y, Fill(s));
      const std::string at = fmt::format("{} {}", Pixels(x + kBar / 2 + 2), Pixels(y - 4));
      drawing_.Text(x + kBar / 2 + 2, y - 4, fmt::format("{:.{}f}", *value, chart_.decimals),
                    "class=\"value\" transform=\"rotate(-90 " + at + ")\"");
    }
  }

  void DrawLegend() {
    const double x = kLeft + plot_width_ + 24;
    for (size_t s = 0; s < chart_.series.size(); ++s) {
      const double y = kTop + 22 * static_cast<double>(s);
      drawing_.Rectangle(x, y, 14, 14, Fill(s));
      drawing_.Text(x + 22, y + 11, chart_.series[s].name, "");
    }
  }

  static std::string Fill(size_t series) {
    return "fill=\"" + DistinctColour(static_cast<int>(series)) + "\"";
  }

  const BarChart& chart_;
  SvgDrawing drawing_;
  ChartAxis axis_;
  double group_width_;
  double plot_width_;
};

}  // namespace

std::string BarChartSvg(const BarChart& chart) { return Drawer(chart).Run(); }

}  // namespace nve
