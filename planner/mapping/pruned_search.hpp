// SPDX-License-Identifier: Apache-2.0
// e-PlaNNer's own search, algorithms 1 to 4 as written: initial tiles, loop elimination, loop
// interchange, then tiles from there on.
//
// The thesis claims that the pruning keeps the best plan. It does not; search.hpp looks at all
// plans.
#pragma once

#include "planner/mapping/search.hpp"

namespace nve::planner {

/// What the listings leave open. The defaults are the readings that docs/planner.md tabulates.
struct PruningOptions {
  enum class ReloadCount { kWords, kFactors };
  enum class Subsets { kFromInitialTiles, kFromBestSoFar };
  enum class Step { kPeLength, kOne };
  enum class Interchange { kOncePerLayer, kPerTile };

  Convention convention = Convention::kPadded;
  /// Algorithm 2, line 6: what is compared, words or the sum of the tensors' factors.
  ReloadCount reload_count = ReloadCount::kWords;
  /// Algorithm 2, line 4: the listing starts each subset from the best so far, the text from the
  /// initial tiles.
  Subsets subsets = Subsets::kFromInitialTiles;
  /// Algorithm 4: from one tile of a mapped loop to the next.
  Step step = Step::kPeLength;
  /// Algorithm 3: sorted by the trips of the initial tiles, or of every tile.
  Interchange interchange = Interchange::kOncePerLayer;
};

/// The stages, for explanations and drawings.
struct PrunedSearch {
  Tile initial;     ///< algorithm 1
  Tile eliminated;  ///< algorithm 2
  SearchResult result;
};

/// Nothing if the initial tiles do not fit.
std::optional<PrunedSearch> SearchPruned(const LayerShape& layer, const Hardware& hardware,
                                         const PruningOptions& options);

}  // namespace nve::planner
