// What a prediction assumes of the platform; the defaults are those of nve-cosim.
#pragma once

#include <cstdint>

#include "host/driver/dma_descriptors.hpp"
#include "host/memory/memory_config.hpp"
#include "nve_arch.hpp"

namespace nve::transfer {

struct TransferOptions {
  MemoryConfig memory;
  bool shared_port = false;  ///< descriptors, input and output share one memory port
  uint64_t max_descriptor_bytes = dma::kMaxLength;
  double copy_mb_s = 194;        ///< megabytes the processor copies per second (docs/host.md)
  int64_t register_cycles = 0;   ///< of a register access besides those on the bus
  int64_t interrupt_cycles = 0;  ///< from an interrupt line to the driver
  double clock_mhz = arch::kClockMhz;
};

}  // namespace nve::transfer
