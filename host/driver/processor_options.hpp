// What the time of a modelled processor depends on.
#pragma once

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
};

}  // namespace nve
