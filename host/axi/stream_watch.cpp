// SPDX-License-Identifier: Apache-2.0
// Stream rules of a tile: see stream_watch.hpp.
#include "host/axi/stream_watch.hpp"

#include "host/axi/tile_names.hpp"
#include "host/driver/dma_registers.hpp"

namespace nve {

StreamWatch::StreamWatch(size_t tile, uint64_t timeout)
    : streams_(TileName(tile), timeout, NullBytes::kBehindDescriptors) {}

void StreamWatch::Step(const arch::ProbeInputs& in, const arch::Probe& out,
                       const AxiLiteMaster& registers, uint64_t now, const CoreSource& source) {
  streams_.Step(in, out, now, source);
  FollowDmaReset(registers);
  if (dma_reset_) streams_.SourceReset();
}

// The reset begins when the open bursts have ended, so it lasts until the driver goes on.
void StreamWatch::FollowDmaReset(const AxiLiteMaster& registers) {
  if (registers.awvalid) dma_address_ = registers.awaddr;
  if (!registers.wvalid) return;
  const bool control = dma_address_ == dma::kMm2sBase + dma::kControl ||
                       dma_address_ == dma::kS2mmBase + dma::kControl;
  dma_reset_ = control && (registers.wdata & dma::kControlReset) != 0;
}

}  // namespace nve
