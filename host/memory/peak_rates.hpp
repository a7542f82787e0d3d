// SPDX-License-Identifier: Apache-2.0
// The most a memory and the ports in front of it can move, by their parameters alone: what no
// measurement may exceed.
#pragma once

#include "host/memory/memory_config.hpp"

namespace nve {

/// Bytes of a beat of the data ports.
inline constexpr int kPortBytes = 8;

/// Megabytes per second.
struct PeakRates {
  double port = 0;       ///< of a port, each direction: a beat in every cycle
  double direction = 0;  ///< of reads, and of writes, through one port each
  double together = 0;   ///< of both directions at the same time
};

/// Behind ports clocked at `clock_mhz`.
PeakRates PeakRatesOf(const MemoryConfig& config, double clock_mhz);

}  // namespace nve
