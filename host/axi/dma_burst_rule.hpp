// SPDX-License-Identifier: Apache-2.0
// Rule D10 of a DMA (docs/dma.md): a burst of data is as long as it may be. The other rules say
// what a burst may reach at most, and would take shorter bursts, and so a slower DMA, for a right
// one.
#pragma once

#include <cstdint>

#include "host/axi/dma_rule_context.hpp"

namespace nve {

/// A burst that has been announced at a data port.
struct DmaBurst {
  const char* what;  ///< "a read of", for messages
  uint32_t address = 0;
  uint32_t beats = 0;
  uint32_t bus_bytes = 0;
  bool ends_row = false;  ///< its last word is that of the row or buffer, or of the packet in it
};

/// CheckFailed at `place`: the burst is shorter than it may be.
void CheckBurstLength(const DmaRuleContext& context, const char* place, const DmaBurst& burst);

}  // namespace nve
