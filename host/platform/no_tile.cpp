// SPDX-License-Identifier: Apache-2.0
// The tiles of nve-cosim-core, which has none: it holds the core alone, so that it is built in
// seconds for machines of which many are tried.
#include "base/diagnostics/diagnostics.hpp"
#include "host/platform/tile_model.hpp"

namespace nve {
namespace {

[[noreturn]] void Refuse() {
  throw InputError({"nve-cosim-core", 0, ""},
                   "found a run with the DMA, allowed: --feed ideal, or nve-cosim");
}

}  // namespace

std::unique_ptr<TileModel> MakeTile() { Refuse(); }
std::unique_ptr<TileModel> MakeMoverTile() { Refuse(); }
std::unique_ptr<TileModel> MakeTracedTile(const WaveOptions& /*waves*/) { Refuse(); }
std::unique_ptr<TileModel> MakeTracedMoverTile(const WaveOptions& /*waves*/) { Refuse(); }

}  // namespace nve
