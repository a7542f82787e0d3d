// SPDX-License-Identifier: Apache-2.0
// The board around the machine: its memory, what of it the driver leaves alone, the ports and the
// address map. It decides where things lie and how a core reaches them.
#pragma once

#include <cstdint>

namespace nve {

/// Defaults are those of a ZedBoard (docs/memory.md, section 3). A memory's file changes them
/// (host/memory/board_json.hpp).
struct Board {
  uint64_t memory_bytes = uint64_t{512} << 20;  ///< from address 0 on
  uint64_t reserved_bytes = uint64_t{1} << 20;  ///< at its beginning, not the driver's
  uint64_t row_bytes = 4096;                    ///< of a bank, over all devices
  uint64_t banks = 8;
  bool shared_port = false;     ///< the masters of a tile share one memory port
  uint64_t cores_per_port = 1;  ///< tiles that share each of these ports, 1 to 16
  /// Bursts of one direction that a memory port takes before the first is answered (Zynq HP ports:
  /// 8 to 70).
  uint64_t acceptance = 16;
  uint64_t dma_base = 0x40400000;   ///< DMA registers of tile 0, as the vendor's tools place them
  uint64_t core_base = 0x43C00000;  ///< core registers of tile 0

  /// From the registers of one tile to those of the next.
  static constexpr uint64_t kTileStride = 0x10000;
  static constexpr int kMaxTiles = 16;

  bool operator==(const Board&) const = default;
};

/// What the driver places begins at a multiple of it: a burst of the DMA.
inline constexpr uint64_t kBurstBytes = 128;

}  // namespace nve
