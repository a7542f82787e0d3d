// SPDX-License-Identifier: Apache-2.0
// The values that the tile of a loop may have in a search.
#pragma once

#include <cstdint>
#include <vector>

namespace nve::planner {

/// Every distinct ceil(bound / c), ascending: for each trip count the smallest tile that reaches
/// it.
///
/// The words of a plan depend on its tiles only through their trip counts, and the smallest tile
/// needs the least memory. So a search over these values loses nothing; there are about
/// 2 sqrt(bound) of them.
std::vector<int64_t> DistinctTiles(int64_t bound);

/// 1 to `bound`: what a measure that depends on the tile itself needs, such as metric 6.13.
std::vector<int64_t> AllTiles(int64_t bound);

/// Divisors only, ascending: the tiles of other mappers, as a baseline.
std::vector<int64_t> DivisorTiles(int64_t bound);

/// Which of these a search looks at.
enum class TileSet { kDistinct, kAll, kDivisors };
std::vector<int64_t> TileValues(int64_t bound, TileSet tiles);

}  // namespace nve::planner
