// SPDX-License-Identifier: Apache-2.0
// For folders of other machines: no netlist of the mover, which is the same for all.
#include "base/diagnostics/diagnostics.hpp"
#include "host/platform/tile_model.hpp"

namespace nve {

std::unique_ptr<TileModel> MakeMoverTile() {
  throw InputError({"nve-cosim-netlist", 0, ""},
                   "--feed mover: found another machine than nve, allowed: contiguous, column; the "
                   "mover knows no machine, and its netlist is made for nve only");
}

}  // namespace nve
