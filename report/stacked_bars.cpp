// SPDX-License-Identifier: Apache-2.0
// Draws stacked bars.
#include "report/stacked_bars.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/chart_axis.hpp"
#include "report/svg.hpp"

namespace nve {
namespace {

class StackDrawer {
 public:
  explicit StackDrawer(const StackedBars& chart) : chart_(chart), drawing_(chart.title, "") {
    double most = 0, names = 0;
    for (const StackedBar& bar : chart.bars) {
      double length = 0;
      for (const auto& part : bar.parts) length += NumberOf(part);
      most = std::max(most, length);
      names = std::max(names, TextWidth(bar.name));
    }
    axis_ = LinearAxis(most > 0 ? most : 1);
    left_ = std::min(names, kMostName) + kGap;
    scale_ = (kWidth - kRoomForEnd - left_) / axis_.Last();
  }

  std::string Run(const std::string& id) {
    const double top = DrawLegend();
    const double bottom = top + kStep * static_cast<double>(chart_.bars.size());
    drawing_.OpenGroup(0, 0, fmt::format("class=\"bars\" data-scale=\"{:.9g}\"", scale_));
    DrawAxis(top, bottom);
    for (size_t bar = 0; bar < chart_.bars.size(); ++bar) {
      DrawBar(chart_.bars[bar], top + kStep * static_cast<double>(bar));
    }
    drawing_.CloseGroup();
    return drawing_.Part(kWidth, bottom + kAxis, id);
  }

 private:
  static constexpr double kWidth = 900, kBar = 20, kStep = 30, kAxis = 44, kGap = 12;
  static constexpr double kRoomForEnd = 74, kLegendLine = 22, kMostName = 190;

  static double NumberOf(const std::optional<Sourced>& part) {
    return part && part->Value() > 0 ? part->Value() : 0;
  }

  bool Occurs(size_t series) const {
    return std::ranges::any_of(
        chart_.bars, [&](const StackedBar& bar) { return NumberOf(bar.parts[series]) > 0; });
  }

  static std::string Class(size_t series) { return fmt::format("class=\"s{}\"", series % 16); }

  // Where the bars begin.
  double DrawLegend() {
    double x = 0, y = 0;
    for (size_t series = 0; series < chart_.series.size(); ++series) {
      if (!Occurs(series)) continue;
      const double width = 20 + TextWidth(chart_.series[series]) + kGap;
      if (x > 0 && x + width > kWidth) {
        x = 0;
        y += kLegendLine;
      }
      drawing_.Rectangle(x, y, 14, 14, Class(series));
      drawing_.Text(x + 20, y + 12, chart_.series[series], "class=\"tick\"");
      x += width;
    }
    return y + kLegendLine + kGap;
  }

  void DrawAxis(double top, double bottom) {
    for (const ChartTick& tick : axis_.ticks) {
      const double x = left_ + scale_ * tick.value;
      drawing_.Line(x, top - 6, x, bottom, tick.value == 0 ? "axis" : "grid");
      drawing_.Text(x, bottom + 16, TickLabel(tick.value), "class=\"tick middle\"");
    }
    drawing_.Text((left_ + kWidth - kRoomForEnd) / 2, bottom + 36, chart_.axis,
                  "class=\"tick middle\"");
  }

  void DrawBar(const StackedBar& bar, double y) {
    drawing_.Text(left_ - 8, y + 15, bar.name, "class=\"name end\"");
    double x = left_;
    for (size_t series = 0; series < chart_.series.size(); ++series) {
      const double width = scale_ * NumberOf(bar.parts[series]);
      if (width == 0) continue;
      drawing_.Rectangle(
          x, y, width, kBar, Class(series) + ' ' + SourceAttribute(*bar.parts[series]),
          fmt::format("{}, {}: {}", bar.name, chart_.series[series], Shown(*bar.parts[series])));
      x += width;
    }
    if (bar.end) drawing_.Text(x + 6, y + 15, Shown(*bar.end), SourceAttribute(*bar.end));
  }

  std::string Shown(const Sourced& number) const {
    return GroupedNumber(number.Value(), chart_.decimals) + chart_.unit;
  }

  const StackedBars& chart_;
  SvgDrawing drawing_;
  ChartAxis axis_;
  double left_ = 0;
  double scale_ = 0;  // pixels of a unit
};

}  // namespace

std::string StackedBarsSvg(const StackedBars& chart, const std::string& id) {
  return StackDrawer(chart).Run(id);
}

}  // namespace nve
