// SPDX-License-Identifier: Apache-2.0
// The tiles that are nve_top itself, in both profiles of the DMA, with FST files and without.
#include "Vnve_mover.h"
#include "Vnve_top.h"
#include "host/platform/verilated_tile.hpp"
#include "host/waves/fst_waves.hpp"

namespace nve {

std::unique_ptr<TileModel> MakeTile() {
  return std::make_unique<VerilatedTile<Vnve_top, NoWaves>>();
}

std::unique_ptr<TileModel> MakeMoverTile() {
  return std::make_unique<VerilatedTile<Vnve_mover, NoWaves>>();
}

std::unique_ptr<TileModel> MakeTracedTile(const WaveOptions& waves) {
  return std::make_unique<VerilatedTile<Vnve_top, FstWaves<Vnve_top>>>(waves);
}

std::unique_ptr<TileModel> MakeTracedMoverTile(const WaveOptions& waves) {
  return std::make_unique<VerilatedTile<Vnve_mover, FstWaves<Vnve_mover>>>(waves);
}

}  // namespace nve
