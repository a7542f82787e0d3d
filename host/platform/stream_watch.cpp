// Stream rules of a tile: see stream_watch.hpp.
#include "host/platform/stream_watch.hpp"

#include <fmt/format.h>

#include "host/driver/dma_registers.hpp"

namespace nve {
namespace {

constexpr int kWordBytes = static_cast<int>(arch::kWordBytes);
constexpr uint8_t kAllLanes = (1U << kWordBytes) - 1;

uint64_t Word(const uint32_t (&halves)[2]) { return uint64_t{halves[1]} << 32 | halves[0]; }

bool IsCoreReset(const arch::ProbeInputs& in) {
  return in.reg_write != 0 && in.reg_waddr == arch::kRegControl.offset &&
         (in.reg_wdata & arch::kControlReset) != 0;
}

}  // namespace

StreamWatch::StreamWatch(size_t tile)
    : into_core_(fmt::format("tile {} stream into the core", tile), kWordBytes),
      out_of_core_(fmt::format("tile {} stream out of the core", tile), kWordBytes) {}

void StreamWatch::Step(const Tile& tile, uint64_t now) {
  const arch::ProbeInputs& in = tile.probe_inputs();
  const arch::Probe& out = tile.probe();
  into_core_.Step(in.s_tvalid != 0, out.s_tready != 0, {Word(in.s_tdata), kAllLanes, false}, now);
  out_of_core_.Step(out.m_tvalid != 0, in.m_tready != 0,
                    {Word(out.m_tdata), kAllLanes, out.m_tlast != 0}, now);
  if (IsCoreReset(in)) out_of_core_.Forget();
  FollowDmaReset(tile.inputs().dma);
  if (dma_reset_) into_core_.Forget();
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
