// SPDX-License-Identifier: Apache-2.0
// Draws line charts.
#include "report/line_chart.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/chart_axis.hpp"
#include "report/chart_column.hpp"

namespace nve {
namespace {

class LineDrawer {
 public:
  LineDrawer(const LineChart& chart, SvgDrawing& drawing) : chart_(chart), drawing_(drawing) {
    double most = 0;
    for (const LineSeries& series : chart.series) {
      for (const auto& value : series.values) {
        if (value) most = std::max(most, value->Value());
      }
    }
    axis_ = LinearAxis(most > 0 ? most : 1);
    width_ = kStep * static_cast<double>(std::max<size_t>(chart.x.size(), 1));
  }

  void Run() {
    drawing_.Text(kLeft, 24, chart_.title, "class=\"title\"");
    DrawAxes();
    for (size_t k = 0; k < chart_.series.size(); ++k) DrawSeries(k);
  }

  double Width() const {
    double names = 0;
    for (const LineSeries& series : chart_.series) {
      names = std::max(names, TextWidth(series.name));
    }
    return std::max(kLeft + width_ + 50 + names, kLeft + 1.3 * TextWidth(chart_.title));
  }

  double Height() const {
    return kTop + std::max(kHeight, 20 * static_cast<double>(chart_.series.size())) + kFoot;
  }

 private:
  static constexpr double kLeft = 104, kTop = 52, kHeight = 280, kStep = 72, kFoot = 64;

  double X(size_t index) const { return kLeft + kStep * (static_cast<double>(index) + 0.5); }
  double Y(double value) const { return kTop + kHeight * (1 - axis_.Part(value)); }

  void DrawAxes() {
    for (const ChartTick& tick : axis_.ticks) {
      drawing_.Line(kLeft, Y(tick.value), kLeft + width_, Y(tick.value),
                    tick.value == 0 ? "axis" : "grid");
      drawing_.Text(kLeft - 8, Y(tick.value) + 4, TickLabel(tick.value), "class=\"tick end\"");
    }
    for (size_t k = 0; k < chart_.x.size(); ++k) {
      drawing_.Text(X(k), kTop + kHeight + 18, chart_.x[k], "class=\"tick middle\"");
    }
    drawing_.Text(kLeft + width_ / 2, kTop + kHeight + 42, chart_.x_label, "class=\"middle\"");
    DrawUprightLabel(kTop + kHeight / 2, chart_.y_label, drawing_);
  }

  void DrawSeries(size_t index) {
    const LineSeries& series = chart_.series[index];
    const std::string colour = DistinctColour(static_cast<int>(index));
    const std::string stroke = fmt::format("stroke=\"{}\" stroke-width=\"2\"", colour);
    for (size_t k = 0; k < series.values.size(); ++k) {
      if (!series.values[k]) continue;
      const Sourced& value = *series.values[k];
      if (k > 0 && series.values[k - 1]) {
        drawing_.Line(X(k - 1), Y(series.values[k - 1]->Value()), X(k), Y(value.Value()), "line",
                      stroke);
      }
      drawing_.Circle(X(k), Y(value.Value()), 4,
                      fmt::format("fill=\"{}\" {}", colour, SourceAttribute(value)),
                      fmt::format("{}, {}: {}", series.name, chart_.x[k],
                                  GroupedNumber(value.Value(), value.Value() < 1000 ? 2 : 0)));
    }
    const double y = kTop + 20 * static_cast<double>(index);
    drawing_.Rectangle(kLeft + width_ + 16, y, 14, 14, fmt::format("fill=\"{}\"", colour));
    drawing_.Text(kLeft + width_ + 36, y + 12, series.name, "class=\"name\"");
  }

  const LineChart& chart_;
  SvgDrawing& drawing_;
  ChartAxis axis_;
  double width_ = 0;
};

}  // namespace

std::string LineChartsSvg(const std::vector<LineChart>& charts) {
  return ChartColumnSvg<LineDrawer>(charts);
}

}  // namespace nve
