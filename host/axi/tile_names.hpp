// SPDX-License-Identifier: Apache-2.0
// How messages name the ports, streams and channels of a tile.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace nve {

/// "tile 3": a place of the tile begins with it, as "tile 3 mm2s".
std::string TileName(size_t tile);

/// The tile that a place begins with; nothing if it names none.
std::optional<size_t> TileOfPlace(const std::string& place);

}  // namespace nve
