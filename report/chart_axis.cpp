// SPDX-License-Identifier: Apache-2.0
// Ticks: see chart_axis.hpp.
#include "report/chart_axis.hpp"

#include <fmt/format.h>

#include <cmath>

namespace nve {
namespace {

/// 1, 2 or 5 times a power of ten, so that about six steps reach `most`.
double StepOf(double most) {
  const double raw = most / 6;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= raw) return factor * power;
  }
  return 10 * power;
}

}  // namespace

double ChartAxis::Part(double value) const {
  if (!logarithmic) return (value - First()) / (Last() - First());
  return value <= First() ? 0 : std::log(value / First()) / std::log(Last() / First());
}

ChartAxis LinearAxis(double most) {
  const double step = StepOf(most);
  ChartAxis axis;
  for (int k = 0; k <= static_cast<int>(std::ceil(most / step)); ++k) {
    axis.ticks.push_back({k * step, true});
  }
  return axis;
}

ChartAxis LogarithmicAxis(double least, double most) {
  const int first = static_cast<int>(std::ceil(std::log10(least))) - 1;
  const int last = static_cast<int>(std::ceil(std::log10(most)));
  ChartAxis axis = {true, {}};
  for (int power = first; power < last; ++power) {
    for (int digit = 1; digit < 10; ++digit) {
      axis.ticks.push_back({digit * std::pow(10, power), digit == 1});
    }
  }
  axis.ticks.push_back({std::pow(10, last), true});
  return axis;
}

ChartAxis NarrowLogarithmicAxis(double least, double most) {
  const ChartAxis wide = LogarithmicAxis(least, most);
  ChartAxis axis = {true, {}};
  const bool few = most < 100 * least;  // so that a decade has more than one label
  constexpr double kSame = 1e-9;        // 3 * 0.1 is somewhat more than 0.3
  for (size_t k = 0; k < wide.ticks.size(); ++k) {
    const bool below = k + 1 < wide.ticks.size() && wide.ticks[k + 1].value <= least * (1 + kSame);
    const bool above = k > 0 && wide.ticks[k - 1].value >= most * (1 - kSame);
    if (below || above) continue;
    const size_t digit = k % 9 + 1;
    axis.ticks.push_back({wide.ticks[k].value, digit == 1 || (few && (digit == 2 || digit == 5))});
  }
  return axis;
}

std::string TickLabel(double value) {
  return value >= 1 ? fmt::format("{:.10g}", value) : fmt::format("{:g}", value);
}

}  // namespace nve
