// SPDX-License-Identifier: Apache-2.0
// Speed grades: see dram_timing.hpp.
#include "host/memory/dram_timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {
namespace {

constexpr int kDeviceBits = 16;
constexpr int kColumns = 1024;
constexpr int kRefreshIntervalPs = 7'800'000;

// Counts in clocks are those of the table, x16 devices. Refresh follows from the clock.
const std::vector<DramTiming>& Grades() {
  static const std::vector<DramTiming> kGrades = {
      // The 1066F part at the 525 MHz of the boards whose bandwidth UG585 gives.
      {.device = "DDR3-1050", .tck_ps = 1905},
      {.device = "DDR3-1066F"},
      {.device = "DDR3-2133M",
       .tck_ps = 937,
       .cl = 13,
       .rcd = 13,
       .rp = 13,
       .ras = 36,
       .rc = 49,
       .cwl = 10,
       .wr = 16,
       .rtp = 8,
       .wtr = 8,
       .rrd = 7,
       .faw = 34},
  };
  return kGrades;
}

int ClocksOf(int picoseconds, int tck_ps) { return (picoseconds + tck_ps - 1) / tck_ps; }

}  // namespace

std::vector<std::string> DramDevices() {
  std::vector<std::string> names;
  for (const DramTiming& grade : Grades()) names.push_back(grade.device);
  return names;
}

DramTiming DramTimingOf(const std::string& device, int bus_bits, int gigabits) {
  static const std::map<int, int> kRefreshPs = {
      {1, 110'000}, {2, 160'000}, {4, 260'000}, {8, 350'000}};
  const auto grade = std::find_if(Grades().begin(), Grades().end(),
                                  [&](const DramTiming& g) { return g.device == device; });
  NVE_CHECK(grade != Grades().end(), "unknown DRAM device " + device);
  DramTiming timing = *grade;
  timing.refi = ClocksOf(kRefreshIntervalPs, timing.tck_ps);
  timing.rfc = ClocksOf(kRefreshPs.at(gigabits), timing.tck_ps);
  timing.bus_bytes = bus_bits / 8;
  timing.page_bytes = kColumns * kDeviceBits / 8 * (bus_bits / kDeviceBits);
  return timing;
}

}  // namespace nve
