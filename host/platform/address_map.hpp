// SPDX-License-Identifier: Apache-2.0
// The address map of the platform, as the vendor's tools lay out a Zynq-7000 design.
//
//   from 0       DDR memory; the driver uses it behind the board's reserved area
//   0x40400000   DMA registers of tile 0, 64 KB per tile
//   0x43C00000   core registers of tile 0, 64 KB per tile
//   anything else answers DECERR
//
// A board may have other bases (program/board.hpp).
#pragma once

#include <cstdint>

#include "host/driver/tile_driver.hpp"
#include "program/board.hpp"

namespace nve {

inline constexpr uint64_t kDmaBytes = 0x400;
inline constexpr uint64_t kCoreBytes = uint64_t{1} << arch::kRegisterSpaceBits;

/// Register blocks per tile, in the order in which they are attached to the bus: core, DMA.
inline constexpr size_t kTileTargets = 2;

/// Interrupt lines per tile: core, MM2S, S2MM.
inline constexpr int kTileInterrupts = 3;

inline TileAddress TileAddressOf(const Board& board, int tile) {
  const auto offset = static_cast<uint64_t>(tile) * Board::kTileStride;
  const int line = tile * kTileInterrupts;
  return {.core_base = board.core_base + offset,
          .dma_base = board.dma_base + offset,
          .core_interrupt = line,
          .dma_interrupts = {.mm2s = line + 1, .s2mm = line + 2}};
}

}  // namespace nve
