// SPDX-License-Identifier: Apache-2.0
// The tile of nve-cosim-netlist whose DMA is the mover.
#include "Vnve_mover_netlist.h"
#include "host/platform/verilated_tile.hpp"

namespace nve {

std::unique_ptr<TileModel> MakeMoverTile() {
  return std::make_unique<VerilatedTile<Vnve_mover_netlist, NoWaves>>();
}

}  // namespace nve
