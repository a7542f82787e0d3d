// SPDX-License-Identifier: Apache-2.0
// The best plan of a layer among all: every tile of a list, every dataflow.
//
// Nothing is pruned that could win. A larger tile of IC never moves more words, so of the IC tiles
// that fit beside the other tiles only the largest is looked at; a measure of speed looks at all.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planner/mapping/executed.hpp"
#include "planner/mapping/tile_values.hpp"

namespace nve::planner {

/// What the search makes small, or large for kMetric.
enum class Measure {
  kExecuted,   ///< words that the plan moves when it runs
  kEquations,  ///< words by equations 6.1 to 6.5
  kMetric,     ///< equation 6.13 over the words of the equations
  kKept,       ///< words that the plan moves when it keeps what fits (kept.hpp)
};

struct SearchOptions {
  Measure measure = Measure::kExecuted;
  Convention convention = Convention::kPadded;
  TileSet tiles = TileSet::kDistinct;
  bool tile_columns = true;  ///< otherwise rows are whole
  std::vector<Flow> flows = {Flow::kOutput, Flow::kInput, Flow::kWeight};
};

/// The tiles to look at, each list ascending; kernels stay whole.
struct TileLists {
  std::vector<int64_t> oc;
  std::vector<int64_t> ic;
  std::vector<int64_t> oh;
  std::vector<int64_t> ow;
};
TileLists TileListsOf(const LayerShape& layer, const SearchOptions& options);

/// A factor of the search space: "OC tiles", 45.
struct SpaceFactor {
  std::string name;
  int64_t size = 0;
};

/// The winner and how it was found.
struct SearchResult {
  Mapping mapping;
  Words words;  ///< by the measure; kMetric: by the equations
  int64_t looked_at = 0;
  std::vector<SpaceFactor> space;
};

/// Nothing if no tile of the lists fits. Ties go to the plan of fewer tiles, then to the flow that
/// `flows` names first, then to the smaller OW, OH and OC tile.
std::optional<SearchResult> SearchTiles(const LayerShape& layer, const Hardware& hardware,
                                        const TileLists& lists, const SearchOptions& options);

/// The same over all tiles that the options allow.
std::optional<SearchResult> SearchLayer(const LayerShape& layer, const Hardware& hardware,
                                        const SearchOptions& options);

}  // namespace nve::planner
