// SPDX-License-Identifier: Apache-2.0
// The tiles that write waves: nve_top with FST tracing, in both profiles of the DMA.
#include "Vnve_mover.h"
#include "Vnve_top.h"
#include "host/platform/verilated_tile.hpp"
#include "host/waves/fst_waves.hpp"

namespace nve {

std::unique_ptr<TileModel> MakeTracedTile(const WaveOptions& waves) {
  return std::make_unique<VerilatedTile<Vnve_top, FstWaves<Vnve_top>>>(waves);
}

std::unique_ptr<TileModel> MakeTracedMoverTile(const WaveOptions& waves) {
  return std::make_unique<VerilatedTile<Vnve_mover, FstWaves<Vnve_mover>>>(waves);
}

}  // namespace nve
