// SPDX-License-Identifier: Apache-2.0
// The tiles of a nve-cosim with a planted bug: whether waves are asked for or not, the build that
// can write them, so that one model per bug is enough.
#include "host/platform/tile_model.hpp"

namespace nve {

std::unique_ptr<TileModel> MakeTile() { return MakeTracedTile({}); }

std::unique_ptr<TileModel> MakeMoverTile() { return MakeTracedMoverTile({}); }

}  // namespace nve
