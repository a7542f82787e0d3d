// SPDX-License-Identifier: Apache-2.0
// The DMA alone between a memory and streams that never wait: how long a transfer of a given size
// takes when many follow each other. Rates of two directions are those of the time in which both
// run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/axi/axi_port.hpp"
#include "host/axi/register_bus.hpp"
#include "host/driver/bus.hpp"
#include "host/driver/dma_channel.hpp"
#include "host/memory/memory_model.hpp"
#include "host/memory/peak_rates.hpp"
#include "host/sweep/dma_model.hpp"

namespace nve {

struct SweepSetup {
  std::string profile = "axi_dma";
  MemoryConfig memory;
  bool shared_port = false;               ///< one memory port for all three masters
  std::optional<int> descriptor_latency;  ///< descriptors in a memory of their own, cycles
  size_t outstanding = Board{}.acceptance;
  bool mm2s = true;
  bool s2mm = false;
  uint64_t bytes = 64;  ///< of a transfer, a multiple of 8
  uint64_t stride = 0;  ///< from transfer to transfer; 0 = one behind the other
};

/// Of a direction that was used.
struct SweepResult {
  double period = 0;  ///< cycles from one transfer to the next
  double megabytes_per_second = 0;
  uint64_t first = 0;  ///< cycles from the TAILDESC write's handshake to the first stream word
};

struct SweepResults {
  std::optional<SweepResult> mm2s;
  std::optional<SweepResult> s2mm;
};

/// InternalError if a rate exceeds what memory or port can move: then the measurement is wrong.
void CheckRates(const SweepResults& results, const PeakRates& peak);

/// In the mover transfers are rows of one descriptor, as far as its fields hold them; otherwise
/// each has a descriptor with SOF and EOF. CheckFailed if a word is wrong, DriverError if the DMA
/// stops. The rates are checked.
SweepResults Measure(const SweepSetup& setup);

}  // namespace nve
