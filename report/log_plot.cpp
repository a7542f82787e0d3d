// SPDX-License-Identifier: Apache-2.0
// Draws points on logarithmic axes.
#include "report/log_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "report/chart_axis.hpp"
#include "report/svg.hpp"

namespace nve {
namespace {

class PlotDrawer {
 public:
  explicit PlotDrawer(const LogPlot& plot) : plot_(plot), drawing_(plot.title, "") {
    Extent x, y;
    for (const LogPoint& point : plot.points) {
      x.Include(point.x.Value());
      y.Include(point.y.Value());
    }
    for (const LogRoof& roof : plot.roofs) {
      if (roof.ceiling) ceiling_ = std::min(ceiling_, roof.ceiling->Value());
      if (roof.ceiling) y.Include(roof.ceiling->Value());
    }
    if (std::isinf(ceiling_)) ceiling_ = y.most * 2;  // nowhere in the plot
    for (const LogRoof& roof : plot.roofs) {
      if (roof.slope) x.Include(ceiling_ / roof.slope->Value());
    }
    x_ = x.Axis();
    y_ = y.Axis();
  }

  std::string Run(const std::string& id) {
    drawing_.OpenGroup(0, 0,
                       fmt::format("class=\"plot\" data-x=\"{:g} {:g} {:g} {:g}\" data-y=\"{:g} "
                                   "{:g} {:g} {:g}\"",
                                   x_.First(), x_.Last(), kPlotLeft, kPlotRight, y_.First(),
                                   y_.Last(), kPlotBottom, kTop));
    DrawAxes();
    for (const LogRoof& roof : plot_.roofs) DrawRoof(roof);
    for (const LogPoint& point : plot_.points) DrawPoint(point);
    for (const LogPoint& point : plot_.points) WriteName(point);
    drawing_.CloseGroup();
    DrawLegend();
    return drawing_.Part(kWidth, kHeight, id);
  }

 private:
  static constexpr double kWidth = 900, kHeight = 460, kTop = 60, kBottom = 60, kLine = 14;
  static constexpr double kPlotLeft = 70, kPlotRight = kWidth - 20;
  static constexpr double kPlotBottom = kHeight - kBottom;

  struct Box {
    double left, top, right, bottom;
    bool Meets(const Box& other) const {
      return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
  };

  struct Extent {
    double least = std::numeric_limits<double>::infinity(), most = 0;
    void Include(double value) {
      least = std::min(least, value);
      most = std::max(most, value);
    }
    // With some room around the values, a decade at least.
    ChartAxis Axis() const {
      const double room = std::max(1.05, std::sqrt(10 * least / most));
      return NarrowLogarithmicAxis(least / room, most * room);
    }
  };

  double X(double value) const { return kPlotLeft + (kPlotRight - kPlotLeft) * x_.Part(value); }
  double Y(double value) const { return kPlotBottom - (kPlotBottom - kTop) * y_.Part(value); }

  void DrawAxes() {
    for (const ChartTick& tick : x_.ticks) {
      drawing_.Line(X(tick.value), kTop, X(tick.value), kPlotBottom,
                    tick.labelled ? "grid" : "fine");
      if (!tick.labelled) continue;
      drawing_.Text(X(tick.value), kPlotBottom + 18, TickLabel(tick.value),
                    "class=\"tick middle\"");
    }
    for (const ChartTick& tick : y_.ticks) {
      drawing_.Line(kPlotLeft, Y(tick.value), kPlotRight, Y(tick.value),
                    tick.labelled ? "grid" : "fine");
      if (!tick.labelled) continue;
      drawing_.Text(kPlotLeft - 8, Y(tick.value) + 4, TickLabel(tick.value), "class=\"tick end\"");
    }
    drawing_.Text((kPlotLeft + kPlotRight) / 2, kHeight - 16, plot_.x_label,
                  "class=\"tick middle\"");
    drawing_.Text(kPlotLeft - 60, kTop - 10, plot_.y_label, "class=\"tick\"");
  }

  // A slope ends where the lowest ceiling is reached, a ceiling begins at the flattest slope.
  void DrawRoof(const LogRoof& roof) {
    const Sourced& number = roof.ceiling ? *roof.ceiling : *roof.slope;
    const double value = number.Value();
    double from = x_.First(), to = x_.Last(), y_from = value, y_to = value;
    if (roof.ceiling) {
      for (const LogRoof& other : plot_.roofs) {
        if (other.slope) from = std::max(from, value / other.slope->Value());
      }
    } else {
      from = std::max(from, y_.First() / value);
      to = std::min(to, ceiling_ / value);
      y_from = from * value;
      y_to = to * value;
    }
    if (from >= to) return;
    drawing_.Line(X(from), Y(y_from), X(to), Y(y_to), "roof", SourceAttribute(number));
    const std::string shown = GroupedNumber(value, 2) + roof.unit;
    const double width = TextWidth(roof.name) + 14 + TextWidth(shown);
    const double left = roof.ceiling ? kPlotRight - 4 - width : X(std::sqrt(from * to)) + 8;
    const double base = roof.ceiling ? Y(value) - 6 : Y(std::sqrt(y_from * y_to)) + kLine;
    drawing_.Text(left, base, roof.name, "class=\"tick\"");
    drawing_.Text(left + TextWidth(roof.name) + 14, base, shown, SourceAttribute(number));
    taken_.push_back({left, base - kLine, left + width, base + 6});
    if (roof.ceiling) taken_.push_back({X(from), Y(value) - 1, X(to), Y(value) + 1});
  }

  void DrawPoint(const LogPoint& point) {
    const double x = X(point.x.Value()), y = Y(point.y.Value());
    drawing_.Circle(x, y, 5,
                    fmt::format("class=\"{}{}\" data-source-x=\"{}\" data-source-y=\"{}\"",
                                point.filled ? "filled p" : "hollow p", point.series % 8,
                                XmlText(point.x.Source()), XmlText(point.y.Source())),
                    fmt::format("{}{}, {}", SeriesOf(point), point.name,
                                point.filled ? plot_.filled : plot_.hollow));
    taken_.push_back({x - 5, y - 5, x + 5, y + 5});
  }

  std::string SeriesOf(const LogPoint& point) const {
    return plot_.series.empty() ? "" : plot_.series[point.series] + ' ';
  }

  // At the first side of the point where nothing is, or nowhere.
  void WriteName(const LogPoint& point) {
    if (point.name.empty() || !point.filled) return;
    const double width = TextWidth(point.name);
    const double x = X(point.x.Value()), y = Y(point.y.Value());
    const std::array<std::pair<double, double>, 4> places = {
        {{x + 8, y - 8}, {x + 8, y + 16}, {x - 8 - width, y - 8}, {x - 8 - width, y + 16}}};
    for (const auto& [left, base] : places) {
      const Box box = {left, base - kLine + 3, left + width, base + 3};
      const bool inside = box.left > kPlotLeft && box.right < kPlotRight && box.top > kTop;
      if (!inside || std::ranges::any_of(taken_, [&](const Box& b) { return b.Meets(box); })) {
        continue;
      }
      drawing_.Text(left, base, point.name, "class=\"name\"");
      taken_.push_back(box);
      return;
    }
  }

  void DrawLegend() {
    double x = 0;
    const auto entry = [&](const std::string& css, const std::string& text) {
      drawing_.Circle(x + 6, 12, 5, "class=\"" + css + "\"", "");
      drawing_.Text(x + 18, 16, text, "class=\"tick\"");
      x += 34 + TextWidth(text);
    };
    entry("filled", plot_.filled);
    entry("hollow", plot_.hollow);
    for (size_t series = 0; series < plot_.series.size(); ++series) {
      entry(fmt::format("filled p{}", series % 8), plot_.series[series]);
    }
  }

  const LogPlot& plot_;
  SvgDrawing drawing_;
  ChartAxis x_, y_;
  double ceiling_ = std::numeric_limits<double>::infinity();  // the lowest
  std::vector<Box> taken_;
};

}  // namespace

std::string LogPlotSvg(const LogPlot& plot, const std::string& id) {
  return PlotDrawer(plot).Run(id);
}

}  // namespace nve
