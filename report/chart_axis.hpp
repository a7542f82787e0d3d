// SPDX-License-Identifier: Apache-2.0
// Axes of charts: which values have a line and a label, and where a value stands.
#pragma once

#include <string>
#include <vector>

namespace nve {

struct ChartTick {
  double value = 0;
  bool labelled = true;
};

/// An axis from its first tick to its last.
struct ChartAxis {
  bool logarithmic = false;
  std::vector<ChartTick> ticks;

  /// Where a value stands, from 0 at the first tick to 1 at the last.
  double Part(double value) const;
  double First() const { return ticks.front().value; }
  double Last() const { return ticks.back().value; }
};

/// From 0 in steps of 1, 2 or 5 times a power of ten, about six, to `most` or just beyond.
ChartAxis LinearAxis(double most);

/// Powers of ten, the first below `least` and the last not below `most`, and their multiples.
ChartAxis LogarithmicAxis(double least, double most);

/// From the multiple of a power of ten below `least` to the one above `most`: as narrow as that.
ChartAxis NarrowLogarithmicAxis(double least, double most);

/// 0.5, 20, 1000000
std::string TickLabel(double value);

}  // namespace nve
