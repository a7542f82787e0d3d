// SPDX-License-Identifier: Apache-2.0
// The tile of nve-cosim-netlist: the netlist the synthesis front end makes of nve_top, in place of
// all RTL builds.
#include "Vnve_top_netlist.h"
#include "base/diagnostics/diagnostics.hpp"
#include "host/platform/verilated_tile.hpp"

namespace nve {
namespace {

[[noreturn]] void RefuseWaves() {
  throw InputError({"nve-cosim-netlist", 0, ""},
                   "--wave: the netlist writes no waves, use nve-cosim");
}

}  // namespace

std::unique_ptr<TileModel> MakeTile() {
  return std::make_unique<VerilatedTile<Vnve_top_netlist, NoWaves>>();
}

std::unique_ptr<TileModel> MakeTracedTile(const WaveOptions& /*waves*/) { RefuseWaves(); }

std::unique_ptr<TileModel> MakeTracedMoverTile(const WaveOptions& /*waves*/) { RefuseWaves(); }

}  // namespace nve
