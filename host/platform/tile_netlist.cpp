// The tile of nve-cosim-netlist: the netlist the synthesis front end makes of nve_top, in place of
// both RTL builds.
#include "Vnve_top_netlist.h"
#include "compiler/support/diagnostics.hpp"
#include "host/platform/verilated_tile.hpp"

namespace nve {

std::unique_ptr<TileModel> MakeTile() {
  return std::make_unique<VerilatedTile<Vnve_top_netlist, NoWaves>>();
}

std::unique_ptr<TileModel> MakeTracedTile(const WaveOptions& /*waves*/) {
  throw InputError({"nve-cosim-netlist", 0, ""},
                   "--wave: the netlist writes no waves, use nve-cosim");
}

}  // namespace nve
