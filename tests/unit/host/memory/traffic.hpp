// SPDX-License-Identifier: Apache-2.0
// Traffic generators in front of a memory model, as AXI ports of 64 bits would make it: one data
// beat per cycle, port and direction, a limited number of bursts under way.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "host/memory/memory_model.hpp"

namespace nve::testing {

struct Traffic {
  int ports = 4;
  int port_step = 1;  ///< from one port's number to the next
  double clock_mhz = 150;
  bool reads = true;
  bool writes = false;
  bool random = false;  ///< addresses; or one after the other, every port and direction in a region
  int beats = 16;
  int outstanding = 14;  ///< of each port and direction
  uint64_t cycles = 200'000;
};

struct TrafficResult {
  double megabytes_per_second = 0;
  double peak = 0;  ///< of the DRAM
  MemoryStatistics statistics;
  double Efficiency() const { return megabytes_per_second / peak; }
};

TrafficResult RunTraffic(const MemoryConfig& config, const Traffic& traffic);

/// Cycles from one burst to the next of a port that waits for the last beat before it asks again.
double CyclesPerLoneRead(const MemoryConfig& config, double clock_mhz, int beats, uint64_t stride);

}  // namespace nve::testing
