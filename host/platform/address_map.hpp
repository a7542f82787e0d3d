// The address map of the platform, as the vendor's tools lay out a Zynq-7000 design.
//
//   0x00000000  DDR memory; the driver uses it from 1 MB on
//   0x40400000  DMA registers of tile 0, 64 KB per tile
//   0x43C00000  core registers of tile 0, 64 KB per tile
//   anything else answers DECERR
#pragma once

#include <cstdint>

#include "host/driver/tile_driver.hpp"
#include "program/host_memory.hpp"

namespace nve {

inline constexpr uint64_t kFirstFreeMemory = kHostReservedBytes;
inline constexpr uint64_t kDmaBase = 0x40400000;
inline constexpr uint64_t kCoreBase = 0x43C00000;
inline constexpr uint64_t kTileStride = 0x10000;
inline constexpr uint64_t kDmaBytes = 0x400;
inline constexpr uint64_t kCoreBytes = uint64_t{1} << arch::kRegisterSpaceBits;

/// Interrupt lines per tile: core, MM2S, S2MM.
inline constexpr int kTileInterrupts = 3;
inline constexpr int kMaxTiles = 16;

inline TileAddress TileAddressOf(int tile) {
  const auto offset = static_cast<uint64_t>(tile) * kTileStride;
  const int line = tile * kTileInterrupts;
  return {.core_base = kCoreBase + offset,
          .dma_base = kDmaBase + offset,
          .core_interrupt = line,
          .dma_interrupts = {.mm2s = line + 1, .s2mm = line + 2}};
}

}  // namespace nve
