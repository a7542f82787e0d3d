// SPDX-License-Identifier: Apache-2.0
// Values of tiles: see tile_values.hpp.
#include "planner/mapping/tile_values.hpp"

#include <algorithm>
#include <numeric>

#include "planner/mapping/tile.hpp"

namespace nve::planner {

std::vector<int64_t> DistinctTiles(int64_t bound) {
  std::vector<int64_t> tiles;
  // From one value the next is the tile of the largest trip count that is smaller.
  for (int64_t tile = 1; tile < bound; tile = Trips(bound, Trips(bound, tile) - 1)) {
    tiles.push_back(tile);
  }
  tiles.push_back(bound);
  return tiles;
}

std::vector<int64_t> AllTiles(int64_t bound) {
  std::vector<int64_t> tiles(static_cast<size_t>(bound));
  std::iota(tiles.begin(), tiles.end(), 1);
  return tiles;
}

std::vector<int64_t> DivisorTiles(int64_t bound) {
  std::vector<int64_t> tiles;
  for (int64_t tile = 1; tile <= bound; ++tile) {
    if (bound % tile == 0) tiles.push_back(tile);
  }
  return tiles;
}

std::vector<int64_t> TileValues(int64_t bound, TileSet tiles) {
  switch (tiles) {
    case TileSet::kDistinct:
      return DistinctTiles(bound);
    case TileSet::kAll:
      return AllTiles(bound);
    case TileSet::kDivisors:
      return DivisorTiles(bound);
  }
  return {};
}

}  // namespace nve::planner
