// The tile whose core is the netlist of the synthesis front end.
#include "Vnve_top_netlist.h"
#include "host/platform/verilated_tile.hpp"

namespace nve {

std::unique_ptr<TileModel> MakeNetlistTile() {
  return std::make_unique<VerilatedTile<Vnve_top_netlist, NoWaves>>();
}

}  // namespace nve
