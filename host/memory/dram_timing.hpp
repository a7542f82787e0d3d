// SPDX-License-Identifier: Apache-2.0
// DDR3 timing parameters: a table of speed grades and what follows from them for a memory of given
// width and density (JESD79-3 parameters; the table is that of Ramulator 2's DDR3 presets).
#pragma once

#include <string>
#include <vector>

namespace nve {

/// One rank of DRAM devices side by side. Times in DRAM clocks unless they say otherwise.
struct DramTiming {
  std::string device = "DDR3-1066F";
  int tck_ps = 1875;
  int cl = 7;
  int rcd = 7;
  int rp = 7;
  int ras = 20;
  int rc = 27;
  int bl = 4;  ///< a burst of eight, in clocks
  int ccd = 4;
  int cwl = 6;
  int wr = 8;
  int rtp = 4;
  int wtr = 4;
  int rrd = 6;
  int faw = 27;
  int refi = 4160;
  int rfc = 86;
  int banks = 8;
  int bus_bytes = 4;
  int page_bytes = 4096;  ///< a row of one bank, over all devices

  int AccessBytes() const { return 2 * bl * bus_bytes; }  ///< of one column command
  double PeakMegabytesPerSecond() const { return 2e6 * bus_bytes / tck_ps; }
};

/// Speed grades DramTimingOf knows.
std::vector<std::string> DramDevices();

/// Devices of 16 data bits and `gigabits` each (1, 2, 4, 8) on a bus of `bus_bits` (16, 32, 64).
/// The arguments must be among those allowed.
DramTiming DramTimingOf(const std::string& device, int bus_bits, int gigabits);

}  // namespace nve
