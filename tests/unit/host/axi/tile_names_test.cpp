// SPDX-License-Identifier: Apache-2.0
// Which tile a place belongs to.
#include "host/axi/tile_names.hpp"

#include <gtest/gtest.h>

namespace nve {
namespace {

TEST(TileNames, PlacesSayTheirTile) {
  for (const size_t tile : {0, 1, 9, 15}) {
    EXPECT_EQ(TileOfPlace(TileName(tile)), tile);
    EXPECT_EQ(TileOfPlace(TileName(tile) + " stream into the core"), tile);
  }
  for (const char* other :
       {"", "tile", "tile ", "tile x", "tile 16", "tile 1x mm2s", "register bus"}) {
    EXPECT_FALSE(TileOfPlace(other)) << other;
  }
}

}  // namespace
}  // namespace nve
