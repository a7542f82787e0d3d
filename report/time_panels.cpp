// SPDX-License-Identifier: Apache-2.0
// Draws panels over time.
#include "report/time_panels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/chart_axis.hpp"
#include "report/markup.hpp"
#include "report/svg.hpp"

namespace nve {
namespace {

// The clock cycles of a bin, of which the last one may have fewer.
double CyclesOfBin(const TimePanels& panels, const TimePanel& panel, size_t bin) {
  const double width = panels.bin_cycles.Value();
  if (bin + 1 < panel.bins.size()) return width;
  return panels.cycles.Value() - static_cast<double>(bin) * width;
}

// In tenths of a percent.
double Tenths(const TimePanels& panels, const TimePanel& panel, size_t bin) {
  return 1000 * static_cast<double>(panel.bins[bin]) /
         (CyclesOfBin(panels, panel, bin) * panel.capacity.Value());
}

class PanelDrawer {
 public:
  explicit PanelDrawer(const TimePanels& panels)
      : panels_(panels), drawing_(panels.title, ""), axis_(LinearAxis(panels.cycles.Value())) {
    scale_ = kPlot / axis_.Last();
  }

  std::string Run(const std::string& id) {
    double y = 4;
    if (!panels_.spans.empty()) y = DrawSpans(y);
    const double top = y;
    const double bottom = top + kStep * static_cast<double>(panels_.panels.size());
    for (const ChartTick& tick : axis_.ticks) {
      const double x = kLeft + scale_ * tick.value;
      drawing_.Line(x, top, x, bottom, "grid");
      drawing_.Text(x, bottom + 16, TickLabel(tick.value), "class=\"tick middle\"");
    }
    for (size_t panel = 0; panel < panels_.panels.size(); ++panel) {
      DrawPanel(panel, top + kStep * static_cast<double>(panel));
    }
    drawing_.Text(kLeft + kPlot / 2, bottom + 36, "clock cycles", "class=\"tick middle\"");
    return drawing_.Part(kLeft + kPlot + kRight, bottom + 44, id);
  }

 private:
  static constexpr double kLeft = 190, kPlot = 640, kRight = 70, kHeight = 40, kStep = 54;

  double DrawSpans(double y) {
    constexpr double kBar = 20;
    drawing_.OpenGroup(0, 0, fmt::format("class=\"bars\" data-scale=\"{:.9g}\"", scale_));
    for (size_t k = 0; k < panels_.spans.size(); ++k) {
      const TimeSpan& span = panels_.spans[k];
      const double x = kLeft + scale_ * span.first, width = scale_ * span.cycles.Value();
      drawing_.Rectangle(
          x, y, width, kBar, fmt::format("class=\"s{}\" {}", k % 8, SourceAttribute(span.cycles)),
          fmt::format("{}, clock cycles: {}", span.name, GroupedNumber(span.cycles.Value(), 0)));
      if (TextWidth(span.name) > width) continue;
      drawing_.Text(x + width / 2, y + kBar + 14, span.name, "class=\"name middle\"");
    }
    drawing_.CloseGroup();
    drawing_.Text(kLeft - 8, y + 15, "what ran", "class=\"tick end\"");
    return y + kBar + 22;
  }

  void DrawPanel(size_t index, double y) {
    const TimePanel& panel = panels_.panels[index];
    const double base = y + kHeight + 8;
    double most = 0;
    for (size_t bin = 0; bin < panel.bins.size(); ++bin) {
      most = std::max(most, Tenths(panels_, panel, bin));
    }
    const double full = most > 0 ? LinearAxis(most / 10).Last() : 100;
    drawing_.Text(kLeft - 8, base - 4, panel.name, "class=\"name end\"");
    drawing_.Text(kLeft + kPlot + 6, y + 16, TickLabel(full) + " %", "class=\"tick\"");
    drawing_.Text(kLeft + kPlot + 6, base + 4, "0 %", "class=\"tick\"");
    drawing_.Path(
        PathOf(panel),
        fmt::format("class=\"area s{}\" transform=\"translate({},{}) "
                    "scale({:.9g},{:.9g})\" data-source=\"{}\" "
                    "data-capacity=\"{}\" data-cycles=\"{}\" "
                    "data-bin-cycles=\"{}\"",
                    index % 8, Pixels(kLeft), Pixels(base), scale_ * panels_.bin_cycles.Value(),
                    -kHeight / (10 * full), XmlText(panel.source), XmlText(panel.capacity.Source()),
                    XmlText(panels_.cycles.Source()), XmlText(panels_.bin_cycles.Source())));
    drawing_.Line(kLeft, base, kLeft + kPlot, base, "axis");
  }

  // Bins of one height are one step.
  std::string PathOf(const TimePanel& panel) const {
    std::string path = "M0 0";
    std::string height = "0";
    double width = 0;
    const auto step = [&] {
      if (width > 0) path += fmt::format("V{}h{:.6g}", height, width);
    };
    for (size_t bin = 0; bin < panel.bins.size(); ++bin) {
      const std::string own = fmt::format("{:.0f}", Tenths(panels_, panel, bin));
      if (own != height) {
        step();
        width = 0;
        height = own;
      }
      width += CyclesOfBin(panels_, panel, bin) / panels_.bin_cycles.Value();
    }
    step();
    return path + "V0z";
  }

  const TimePanels& panels_;
  SvgDrawing drawing_;
  ChartAxis axis_;
  double scale_ = 0;  // pixels of a clock cycle
};

}  // namespace

Sourced PartOfBin(const TimePanels& panels, const TimePanel& panel, size_t bin) {
  const Sourced sum(static_cast<double>(panel.bins[bin]), panel.source + '/' + std::to_string(bin));
  const Sourced cycles = bin + 1 < panel.bins.size()
                             ? panels.bin_cycles
                             : panels.cycles - static_cast<double>(bin) * panels.bin_cycles;
  return 100 * sum / (cycles * panel.capacity);
}

size_t BusiestBin(const TimePanels& panels, const TimePanel& panel) {
  size_t busiest = 0;
  for (size_t bin = 1; bin < panel.bins.size(); ++bin) {
    if (Tenths(panels, panel, bin) > Tenths(panels, panel, busiest)) busiest = bin;
  }
  return busiest;
}

std::string TimePanelsSvg(const TimePanels& panels, const std::string& id) {
  return PanelDrawer(panels).Run(id);
}

}  // namespace nve
