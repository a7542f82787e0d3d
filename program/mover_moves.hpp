// SPDX-License-Identifier: Apache-2.0
// Transfers of a step as moves of the mover (docs/dma.md): one for the coefficients, one for the
// first columns and one for the iterations of every strip, instead of one for every pixel column.
//
// A loop over strips is unrolled. In a strip, a loop whose pieces form the same columns of several
// objects becomes one move over a list of object addresses; loops over single pieces of several
// objects one behind the other are such a move too. Objects that lie one behind the other in a
// column are one longer column, and columns one behind the other are one block. A piece that
// belongs to no such loop is moved by itself.
#pragma once

#include <cstdint>
#include <vector>

#include "program/memory_image.hpp"
#include "program/moves.hpp"

namespace nve {

struct MoverMoves {
  /// Map bases the moves refer to, for the mover's list memory.
  std::vector<uint32_t> list;
  std::vector<dma::Move> moves;
};

/// The moves that visit the pieces of `transfers` in the same order.
MoverMoves MoverMovesOf(const std::vector<Transfer>& transfers, const MemoryLayout& layout);

}  // namespace nve
