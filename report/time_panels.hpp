// SPDX-License-Identifier: Apache-2.0
// Panels one below the other over one axis of clock cycles, for a page: in each a filled line of
// percents, bin by bin, and above all of them what ran when.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/sourced.hpp"

namespace nve {

/// A part of the time.
struct TimeSpan {
  std::string name;
  double first = 0;  ///< clock cycle
  Sourced cycles;
};

/// Sums by bin, of which `capacity` per clock cycle are 100 percent.
struct TimePanel {
  std::string name;
  std::vector<uint64_t> bins;
  std::string source;  ///< pointer to the list of them
  Sourced capacity;    ///< above 0
};

struct TimePanels {
  std::string title;
  Sourced cycles;      ///< of all bins; the last bin may be shorter than the others
  Sourced bin_cycles;  ///< of a bin, above 0
  std::vector<TimeSpan> spans;
  std::vector<TimePanel> panels;
};

/// How full a bin was, in percent.
Sourced PartOfBin(const TimePanels& panels, const TimePanel& panel, size_t bin);

/// The first bin that was as full as any.
size_t BusiestBin(const TimePanels& panels, const TimePanel& panel);

/// The chart as an element of a page. Each line is drawn in bins and in tenths of a percent, which
/// a transformation makes pixels. It says where its list stands (data-source), what is full
/// (data-capacity) and how long bins are (data-cycles, data-bin-cycles).
std::string TimePanelsSvg(const TimePanels& panels, const std::string& id);

}  // namespace nve
