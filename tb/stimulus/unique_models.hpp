// SPDX-License-Identifier: Apache-2.0
// Verilated models in which nothing begins as another simulation would have it: random values in
// every register and signal before the reset, and given contents in the memories.
#pragma once

#include <cstdint>
#include <memory>

#include "host/core/core_model.hpp"
#include "host/platform/tile_model.hpp"
#include "model/golden/core_memories.hpp"

namespace nve {

/// Its first reset fills the memories.
std::unique_ptr<CoreModel> MakeUniqueCore(uint64_t seed, const CoreMemories& contents);

/// The same of a whole tile; the DMA's memories get random words.
std::unique_ptr<TileModel> MakeUniqueTile(bool mover, uint64_t seed, const CoreMemories& contents);

}  // namespace nve
