// SPDX-License-Identifier: Apache-2.0
// The tile of ordinary runs: nve_top without tracing.
#include "Vnve_top.h"
#include "host/platform/verilated_tile.hpp"

namespace nve {

std::unique_ptr<TileModel> MakeTile() {
  return std::make_unique<VerilatedTile<Vnve_top, NoWaves>>();
}

}  // namespace nve
