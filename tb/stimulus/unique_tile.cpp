// SPDX-License-Identifier: Apache-2.0
// The whole tile: see unique_models.hpp.
#include "Vmover_tile_unique.h"
#include "Vtile_unique.h"
#include "host/platform/verilated_tile.hpp"
#include "tb/stimulus/filled_model.hpp"
#include "tb/stimulus/unique_models.hpp"

namespace nve {
namespace {

template <typename Top>
std::unique_ptr<TileModel> TileOf(uint64_t seed, const CoreMemories& contents) {
  using Model = Filled<VerilatedTile<Top, NoWaves>>;
  return std::make_unique<Model>(RandomStart{SeedOf(seed)}, "nve_top", "u_core.", seed, contents);
}

}  // namespace

std::unique_ptr<TileModel> MakeUniqueTile(bool mover, uint64_t seed, const CoreMemories& contents) {
  return mover ? TileOf<Vmover_tile_unique>(seed, contents) : TileOf<Vtile_unique>(seed, contents);
}

}  // namespace nve
