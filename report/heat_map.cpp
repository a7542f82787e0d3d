// SPDX-License-Identifier: Apache-2.0
// Draws heat maps.
#include "report/heat_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/chart_column.hpp"

namespace nve {
namespace {

class MapDrawer {
 public:
  MapDrawer(const HeatMap& map, SvgDrawing& drawing) : map_(map), drawing_(drawing) {
    double names = 0, numbers = 0;
    for (const std::string& y : map.y) names = std::max(names, TextWidth(y));
    for (const auto& row : map.cells) {
      for (const auto& cell : row) {
        if (!cell) continue;
        least_ = std::min(least_, cell->Value());
        most_ = std::max(most_, cell->Value());
        numbers = std::max(numbers, TextWidth(Shown(*cell)));
      }
    }
    for (const std::string& x : map.x) numbers = std::max(numbers, TextWidth(x));
    left_ = names + 50;
    width_ = numbers + 12;
  }

  void Run() {
    drawing_.Text(left_, 24, map_.title, "class=\"title\"");
    const double bottom = kTop + kCell * static_cast<double>(map_.y.size());
    for (size_t y = 0; y < map_.cells.size(); ++y) {
      drawing_.Text(left_ - 8, Middle(y), map_.y[y], "class=\"tick end\"");
      for (size_t x = 0; x < map_.cells[y].size(); ++x) DrawCell(x, y);
    }
    for (size_t x = 0; x < map_.x.size(); ++x) {
      drawing_.Text(left_ + width_ * (static_cast<double>(x) + 0.5), bottom + 18, map_.x[x],
                    "class=\"tick middle\"");
    }
    const double columns = static_cast<double>(map_.x.size());
    drawing_.Text(left_ + width_ * columns / 2, bottom + 42, map_.x_label, "class=\"middle\"");
    DrawUprightLabel((kTop + bottom) / 2, map_.y_label, drawing_);
  }

  double Width() const {
    return left_ +
           std::max(width_ * static_cast<double>(map_.x.size()) + 20, 1.3 * TextWidth(map_.title));
  }

  double Height() const { return kTop + kCell * static_cast<double>(map_.y.size()) + kFoot; }

 private:
  static constexpr double kTop = 52, kCell = 34, kFoot = 60;

  static double Middle(size_t y) { return kTop + kCell * (static_cast<double>(y) + 0.5) + 4; }

  std::string Shown(const Sourced& number) const {
    return GroupedNumber(number.Value(), map_.decimals);
  }

  void DrawCell(size_t x, size_t y) {
    const std::optional<Sourced>& cell = map_.cells[y][x];
    if (!cell) return;
    const double part = most_ > least_ ? (cell->Value() - least_) / (most_ - least_) : 0;
    // From a light blue to a dark one; texts keep a contrast of 4.5.
    const auto mix = [part](double light, double dark) {
      return static_cast<int>(std::lround(light + (dark - light) * part));
    };
    const double left = left_ + width_ * static_cast<double>(x);
    drawing_.Rectangle(left, kTop + kCell * static_cast<double>(y), width_, kCell,
                       fmt::format("fill=\"#{:02x}{:02x}{:02x}\"", mix(0xe8, 0x08), mix(0xf1, 0x30),
                                   mix(0xfa, 0x6b)));
    drawing_.Text(left + width_ / 2, Middle(y), Shown(*cell),
                  fmt::format("class=\"middle{}\" {}", part > 0.63 ? " light" : " dark",
                              SourceAttribute(*cell)));
  }

  const HeatMap& map_;
  SvgDrawing& drawing_;
  double least_ = std::numeric_limits<double>::infinity(), most_ = 0;
  double left_ = 0, width_ = 0;
};

}  // namespace

std::string HeatMapsSvg(const std::vector<HeatMap>& maps) {
  return ChartColumnSvg<MapDrawer>(maps);
}

}  // namespace nve
