// SPDX-License-Identifier: Apache-2.0
// What a prediction assumes of the platform; the defaults are those of nve-cosim.
#pragma once

#include <cstdint>

#include "host/driver/dma_descriptors.hpp"
#include "host/driver/processor_options.hpp"
#include "host/memory/memory_config.hpp"
#include "nve_isa.hpp"

namespace nve::transfer {

struct TransferOptions : ProcessorOptions {
  MemoryConfig memory;
  uint64_t max_descriptor_bytes = dma::kMaxLength;
  double clock_mhz = arch::kClockMhz;
};

}  // namespace nve::transfer
