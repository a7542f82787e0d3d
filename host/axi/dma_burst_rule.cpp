// SPDX-License-Identifier: Apache-2.0
// The least length of a DMA's bursts: see dma_burst_rule.hpp.
#include "host/axi/dma_burst_rule.hpp"

#include <fmt/format.h>

#include "host/axi/axi_checker.hpp"

namespace nve {

// With Keyhole the address does not move; a burst that would end with a page may end there, too.
void CheckBurstLength(const DmaRuleContext& context, const char* place, const DmaBurst& burst) {
  const uint64_t end = uint64_t{burst.address} + uint64_t{burst.beats} * burst.bus_bytes;
  if (burst.ends_row || burst.beats >= AxiChecker::kMaxBeats || end % AxiChecker::kPage == 0) {
    return;
  }
  context.Break("D10", place,
                fmt::format("{} {} words at 0x{:08x}", burst.what, burst.beats, burst.address),
                fmt::format("{} words, fewer up to the end of a page of {} bytes or of the buffer",
                            AxiChecker::kMaxBeats, AxiChecker::kPage));
}

}  // namespace nve
