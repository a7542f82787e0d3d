// SPDX-License-Identifier: Apache-2.0
// What the rules of the DMA see of a tile: pins, and for its streams, which stay inside, the probe
// and what the tile shows of the one into the core.
#pragma once

#include <bit>
#include <cstdint>

#include "host/axi/dma_rules.hpp"
#include "host/platform/tile_model.hpp"

namespace nve {

/// `registers` is the master of the DMA's registers. The core's words are whole ones.
inline DmaPins DmaPinsOf(const AxiLiteMaster& registers, const TileInputs& in,
                         const TileOutputs& out, const arch::ProbeInputs& core_in,
                         const arch::Probe& core_out) {
  return {.register_master = registers,
          .register_slave = out.dma,
          .masters = out.ports,
          .slaves = in.ports,
          .mm2s_taken = (core_in.s_tvalid & core_out.s_tready) != 0,
          .s2mm_taken = (core_out.m_tvalid & core_in.m_tready) != 0,
          .mm2s = {.bytes = static_cast<uint32_t>(std::popcount(out.input.keep)),
                   .last = out.input.last},
          .s2mm = {.bytes = arch::kWordBytes, .last = core_out.m_tlast != 0}};
}

}  // namespace nve
