// SPDX-License-Identifier: Apache-2.0
// The tile whose DMA is the mover: nve_top of that profile, without tracing.
#include "Vnve_mover.h"
#include "host/platform/verilated_tile.hpp"

namespace nve {

std::unique_ptr<TileModel> MakeMoverTile() {
  return std::make_unique<VerilatedTile<Vnve_mover, NoWaves>>();
}

}  // namespace nve
