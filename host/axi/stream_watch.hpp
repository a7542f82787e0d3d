// SPDX-License-Identifier: Apache-2.0
// The AXI4-Stream rules between the DMA and the core of a tile, watched from the core's probe and
// what the tile shows of the stream into the core besides.
//
// A soft reset of the DMA, the source of the stream into the core, may withdraw the word on offer.
#pragma once

#include <cstddef>
#include <cstdint>

#include "host/axi/core_streams.hpp"

namespace nve {

class StreamWatch {
 public:
  /// `timeout` is for words that are due, as below.
  StreamWatch(size_t tile, uint64_t timeout);

  /// A cycle, with all pins of the tile in place; `registers` are the master's of the DMA's
  /// register port, `source` is the DMA as the core sees it.
  void Step(const arch::ProbeInputs& in, const arch::Probe& out, const AxiLiteMaster& registers,
            uint64_t now, const CoreSource& source);

  /// A cycle in the pin reset.
  void StepReset(const arch::ProbeInputs& in, const arch::Probe& out, uint64_t now) {
    streams_.StepReset(in, out, now);
  }

 private:
  void FollowDmaReset(const AxiLiteMaster& registers);

  CoreStreams streams_;
  uint32_t dma_address_ = 0;  // last one on the DMA's AW
  bool dma_reset_ = false;    // DMACR.Reset is the last register write of the DMA
};

}  // namespace nve
