// SPDX-License-Identifier: Apache-2.0
// What the time of a modelled processor depends on.
#pragma once

#include <cmath>
#include <cstdint>

namespace nve {

/// Times of the processor, stated with every result.
struct ProcessorOptions {
  /// Megabytes copied per second. A Cortex-A9 copies 194 MB/s (LMBench bw_mem bcopy of 16 MB,
  /// AM437x: TI Processor SDK Linux, performance guide).
  double copy_mb_s = 194;
  /// Between a register access on the bus and the next instruction, both ways together.
  uint64_t register_cycles = 0;
  /// From an interrupt line to the driver.
  uint64_t interrupt_cycles = 0;

  /// Cycles of a clock of `clock_mhz` that copying so many bytes takes.
  uint64_t CopyCycles(uint64_t bytes, double clock_mhz) const {
    // Megabytes per second are bytes per microsecond, megahertz are cycles.
    return static_cast<uint64_t>(std::ceil(static_cast<double>(bytes) / copy_mb_s * clock_mhz));
  }
};

}  // namespace nve
