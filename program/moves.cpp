// SPDX-License-Identifier: Apache-2.0
// Blocks and rows: see moves.hpp.
#include "program/moves.hpp"

#include <algorithm>

namespace nve::dma {

uint64_t Move::TotalBytes() const {
  if (columns == 0) return bytes;
  return bytes * columns * steps * std::max<uint64_t>(maps, 1);
}

std::vector<Move> MovesOf(std::span<const Block> blocks) {
  std::vector<Move> moves;
  for (const Block& block : blocks)
    moves.push_back({.address = block.address, .bytes = block.bytes});
  return moves;
}

std::vector<Block> JoinAndSplit(std::span<const Block> blocks, uint64_t max_length) {
  max_length -= max_length % kAlignment;
  std::vector<Block> result;
  for (Block block : blocks) {
    if (!result.empty() && result.back().address + result.back().bytes == block.address) {
      // The joined block is cut again below, so lengths stay within the limit.
      block = {result.back().address, result.back().bytes + block.bytes};
      result.pop_back();
    }
    while (block.bytes > max_length) {
      result.push_back({block.address, max_length});
      block.address += max_length;
      block.bytes -= max_length;
    }
    result.push_back(block);
  }
  return result;
}

}  // namespace nve::dma
