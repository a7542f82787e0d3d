// SPDX-License-Identifier: Apache-2.0
// What the models cannot exceed: see peak_rates.hpp.
#include "host/memory/peak_rates.hpp"

#include <algorithm>
#include <limits>

namespace nve {
namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

// Of the memory itself, reads and writes together.
double MemoryPeak(const MemoryConfig& config) {
  if (config.model == "tso") {
    // The longest burst, which needs the fewest CAS.
    const double ns = config.cas_ns + config.burst_bytes / config.bandwidth_mb_s * 1e3;
    return config.burst_bytes / ns * 1e3;
  }
  if (config.model == "bank") {
    const DramTiming& dram = config.dram;
    return dram.PeakMegabytesPerSecond() * dram.bl / std::max(dram.bl, dram.ccd);
  }
  return kUnlimited;
}

}  // namespace

PeakRates PeakRatesOf(const MemoryConfig& config, double clock_mhz) {
  const double port = kPortBytes * clock_mhz;
  const double way = config.model == "bank" ? std::min(port, config.pair_mb_s) : port;
  const double memory = MemoryPeak(config);
  return {.port = port, .direction = std::min(way, memory), .together = std::min(2 * way, memory)};
}

}  // namespace nve
