// SPDX-License-Identifier: Apache-2.0
// Draws a roofline: see roofline_svg.hpp.
#include "planner/report/roofline_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "report/svg.hpp"

namespace nve::planner {
namespace {

constexpr double kWidth = 860, kHeight = 520, kLeft = 70, kTop = 50, kRight = 30, kBottom = 60;

const char* const kStyle =
    "text{font:12px sans-serif}.title{font-size:15px}.axis{stroke:#333}.grid{stroke:#ddd}"
    ".roof{stroke:#000;stroke-width:2}.end{text-anchor:end}.middle{text-anchor:middle}";

// A logarithmic axis from one power of ten to another.
class Axis {
 public:
  Axis(double least, double most, double from, double to)
      : low_(std::floor(std::log10(least))),
        high_(std::max(std::ceil(std::log10(most)), low_ + 1)),
        from_(from),
        to_(to) {}

  double At(double value) const {
    const double clipped = std::clamp(std::log10(value), low_, high_);
    return from_ + (to_ - from_) * (clipped - low_) / (high_ - low_);
  }
  std::vector<double> Decades() const {
    std::vector<double> decades;
    for (double power = low_; power <= high_; ++power) decades.push_back(std::pow(10, power));
    return decades;
  }
  double Least() const { return std::pow(10, low_); }
  double Most() const { return std::pow(10, high_); }

 private:
  double low_, high_, from_, to_;
};

double Peak(const Hardware& hardware) {
  return hardware.frequency * static_cast<double>(hardware.Pes());
}

struct Axes {
  Axis x, y;
};

Axes AxesOf(const RooflineDrawing& drawing, const Hardware& hardware) {
  const double ridge = Peak(hardware) / hardware.bandwidth;
  double least_x = ridge, most_x = ridge, least_y = Peak(hardware);
  for (const RooflinePoint& point : drawing.points) {
    least_x = std::min(least_x, point.intensity);
    most_x = std::max(most_x, point.intensity);
    least_y = std::min(least_y, point.attainable);
  }
  return {Axis(least_x, most_x, kLeft, kWidth - kRight),
          Axis(least_y, Peak(hardware), kHeight - kBottom, kTop)};
}

void DrawFrame(SvgDrawing& svg, const RooflineDrawing& drawing, const Axes& axes) {
  svg.Text(kLeft, 24, drawing.title, "class=\"title\"");
  for (const double value : axes.x.Decades()) {
    svg.Line(axes.x.At(value), kTop, axes.x.At(value), kHeight - kBottom, "grid");
    svg.Text(axes.x.At(value), kHeight - kBottom + 18, fmt::format("{:g}", value),
             "class=\"middle\"");
  }
  for (const double value : axes.y.Decades()) {
    svg.Line(kLeft, axes.y.At(value), kWidth - kRight, axes.y.At(value), "grid");
    svg.Text(kLeft - 6, axes.y.At(value) + 4, fmt::format("{:g}", value), "class=\"end\"");
  }
  svg.Text((kLeft + kWidth) / 2, kHeight - 20, "intensity, MACs per byte", "class=\"middle\"");
  svg.Text(8, kTop - 10, "GMAC/s", "");
}

void DrawRoofs(SvgDrawing& svg, const Axes& axes, const Hardware& hardware) {
  const double peak = Peak(hardware);
  const double ridge = peak / hardware.bandwidth;
  const double first = std::max(axes.x.Least(), axes.y.Least() / hardware.bandwidth);
  svg.Line(axes.x.At(first), axes.y.At(first * hardware.bandwidth), axes.x.At(ridge),
           axes.y.At(peak), "roof");
  svg.Line(axes.x.At(ridge), axes.y.At(peak), axes.x.At(axes.x.Most()), axes.y.At(peak), "roof");
}

void DrawPoints(SvgDrawing& svg, const RooflineDrawing& drawing, const Axes& axes) {
  std::set<std::tuple<int, int, int>> drawn;
  for (int kind = 0; kind < static_cast<int>(drawing.kinds.size()); ++kind) {
    const std::string fill = fmt::format("fill=\"{}\"", DistinctColour(kind));
    for (const RooflinePoint& point : drawing.points) {
      if (point.kind != kind) continue;
      const double x = std::round(axes.x.At(point.intensity));
      const double y = std::round(axes.y.At(point.attainable));
      if (point.text.empty() &&
          !drawn.insert({kind, static_cast<int>(x), static_cast<int>(y)}).second) {
        continue;
      }
      const double half = point.text.empty() ? 1 : 3;
      svg.Rectangle(x - half, y - half, 2 * half, 2 * half, fill);
      if (!point.text.empty()) svg.Text(x + 6, y - 5, point.text, "");
    }
  }
}

void DrawLegend(SvgDrawing& svg, const RooflineDrawing& drawing) {
  double x = kLeft;
  for (int kind = 0; kind < static_cast<int>(drawing.kinds.size()); ++kind) {
    const std::string& name = drawing.kinds[static_cast<size_t>(kind)];
    svg.Rectangle(x, 32, 9, 9, fmt::format("fill=\"{}\"", DistinctColour(kind)));
    svg.Text(x + 13, 41, name, "");
    x += 30 + 7 * static_cast<double>(name.size());
  }
}

}  // namespace

std::string RooflineSvg(const RooflineDrawing& drawing, const Hardware& hardware) {
  const Axes axes = AxesOf(drawing, hardware);
  SvgDrawing svg(drawing.title, kStyle);
  DrawFrame(svg, drawing, axes);
  DrawPoints(svg, drawing, axes);
  DrawRoofs(svg, axes, hardware);
  DrawLegend(svg, drawing);
  return svg.Finish(kWidth, kHeight);
}

}  // namespace nve::planner
