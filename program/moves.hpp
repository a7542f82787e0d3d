// SPDX-License-Identifier: Apache-2.0
// What the DMA is told to move: blocks of memory, and the mover's rows. How a move is written down
// as a descriptor is host/driver's matter.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "nve_dma.hpp"

namespace nve::dma {

/// Longest transfer of one descriptor: the length bits, rounded down to whole words.
inline constexpr uint64_t kMaxLength = (uint64_t{1} << kMaxLengthBits) - kAlignment;

/// A contiguous block of memory.
struct Block {
  uint64_t address = 0;
  uint64_t bytes = 0;
};

/// What one descriptor moves: a contiguous block of `bytes`; or, in the mover, columns of `bytes`
/// in the order step, map, column; or a list of map bases into the mover's own memory
/// (docs/dma.md).
struct Move {
  uint64_t address = 0;  ///< of the first column; of a map list: added to the base of each map
  uint64_t bytes = 0;    ///< of a column, or of all if there are no columns
  uint32_t columns = 0;  ///< per step and map; 0 = contiguous
  uint32_t column_stride = 0;
  uint32_t steps = 1;
  uint32_t step_stride = 0;
  uint32_t maps = 0;  ///< entries of the map list; 0 = no list, one map
  uint32_t first_map = 0;
  bool loads_list = false;

  uint64_t TotalBytes() const;
  bool operator==(const Move&) const = default;
};

/// A contiguous move for every block.
std::vector<Move> MovesOf(std::span<const Block> blocks);

/// Adjacent blocks joined, then cut at `max_length` bytes, rounded down to kAlignment; order is
/// kept.
std::vector<Block> JoinAndSplit(std::span<const Block> blocks, uint64_t max_length = kMaxLength);

}  // namespace nve::dma
