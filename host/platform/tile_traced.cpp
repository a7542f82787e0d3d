// SPDX-License-Identifier: Apache-2.0
// The tiles that write waves: nve_top with FST tracing, in both profiles of the DMA.
#include "Vnve_mover_traced.h"
#include "Vnve_top_traced.h"
#include "host/platform/verilated_tile.hpp"
#include "host/waves/fst_waves.hpp"

namespace nve {

std::unique_ptr<TileModel> MakeTracedTile(const WaveOptions& waves) {
  return std::make_unique<VerilatedTile<Vnve_top_traced, FstWaves<Vnve_top_traced>>>(waves);
}

std::unique_ptr<TileModel> MakeTracedMoverTile(const WaveOptions& waves) {
  return std::make_unique<VerilatedTile<Vnve_mover_traced, FstWaves<Vnve_mover_traced>>>(waves);
}

}  // namespace nve
