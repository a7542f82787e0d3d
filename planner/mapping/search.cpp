// SPDX-License-Identifier: Apache-2.0
// Exhaustive search: see search.hpp.
#include "planner/mapping/search.hpp"

#include <algorithm>
#include <tuple>

#include "planner/mapping/kept.hpp"
#include "planner/mapping/performance.hpp"

namespace nve::planner {
namespace {

// A tile of output rows or columns, and what it reads.
struct Strip {
  int64_t tile = 1;
  int64_t trips = 1;
  int64_t span = 1;  // input rows of a full tile
  int64_t pass = 1;  // input rows of all tiles, by the measure
};

bool CountsHalo(Measure measure) {
  return measure == Measure::kExecuted || measure == Measure::kKept;
}

std::vector<Strip> StripsOf(const Span& span, const std::vector<int64_t>& tiles, Measure measure) {
  std::vector<Strip> strips;
  strips.reserve(tiles.size());
  for (const int64_t tile : tiles) {
    strips.push_back({tile, Trips(span.bound, tile),
                      InputSpan(tile, span.kernel, span.stride, span.extent),
                      CountsHalo(measure) ? SumOfTiles(span, tile) : span.extent});
  }
  return strips;
}

class Searcher {
 public:
  Searcher(const LayerShape& layer, const Hardware& hardware, const TileLists& lists,
           const SearchOptions& options)
      : layer_(layer),
        hardware_(hardware),
        lists_(lists),
        options_(options),
        kernel_(layer.kh * layer.kw),
        tensors_(TensorWords(layer, options.convention)) {
    for (const int64_t tile : lists.oc) oc_trips_.push_back(Trips(layer.GroupOutputs(), tile));
    for (const int64_t tile : lists.ic) ic_trips_.push_back(Trips(layer.GroupInputs(), tile));
  }

  std::optional<SearchResult> Run() {
    const std::vector<Strip> rows =
        StripsOf(RowSpan(layer_, options_.convention), lists_.oh, options_.measure);
    const std::vector<Strip> columns =
        StripsOf(ColumnSpan(layer_, options_.convention), lists_.ow, options_.measure);
    for (const Strip& column : columns) {
      for (const Strip& row : rows) LookAtMaps(row, column);
    }
    if (!found_) return std::nullopt;
    best_.looked_at = looked_at_;
    best_.space = {{"OC tiles", static_cast<int64_t>(lists_.oc.size())},
                   {"IC tiles", static_cast<int64_t>(lists_.ic.size())},
                   {"OH tiles", static_cast<int64_t>(lists_.oh.size())},
                   {"OW tiles", static_cast<int64_t>(lists_.ow.size())},
                   {"flows", static_cast<int64_t>(options_.flows.size())}};
    return best_;
  }

 private:
  void LookAtMaps(const Strip& row, const Strip& column) {
    const int64_t most_ic = hardware_.InputWords() / (row.span * column.span);
    const int64_t most_oc = hardware_.OutputWords() / (row.tile * column.tile);
    const int64_t most_pairs = hardware_.WeightWords() / kernel_;
    const Words pass = {layer_.ic * row.pass * column.pass, tensors_.weight, tensors_.output};
    const bool largest_wins =
        options_.measure == Measure::kExecuted || options_.measure == Measure::kEquations;
    for (size_t o = 0; o < lists_.oc.size() && lists_.oc[o] <= most_oc; ++o) {
      const int64_t limit = std::min(most_ic, most_pairs / lists_.oc[o]);
      const auto end = std::upper_bound(lists_.ic.begin(), lists_.ic.end(), limit);
      if (end == lists_.ic.begin()) continue;
      const auto last = static_cast<size_t>(end - lists_.ic.begin()) - 1;
      const TripCounts fewest = {oc_trips_[o], ic_trips_[last], 1, row.trips * column.trips};
      if (options_.measure == Measure::kMetric && CannotWin(fewest, pass)) continue;
      const size_t first = largest_wins ? last : 0;
      for (size_t i = first; i <= last; ++i) {
        LookAt({lists_.oc[o], lists_.ic[i], row.tile, column.tile, layer_.kh, layer_.kw},
               {oc_trips_[o], ic_trips_[i], 1, row.trips * column.trips}, pass);
      }
    }
  }

  void LookAt(const Tile& tile, const TripCounts& trips, const Words& pass) {
    for (const Flow flow : options_.flows) {
      if (options_.measure == Measure::kKept) {
        LookAtKept(tile, trips, pass, flow);
        continue;
      }
      Compare({tile, flow}, Moved(pass, ReloadsOf(trips, flow)), trips);
    }
  }

  void LookAtKept(const Tile& tile, const TripCounts& trips, const Words& pass, Flow flow) {
    const Walk walk = {trips, pass,
                       SlotsOf(TileWords(layer_, tile, options_.convention), hardware_)};
    for (const LoopGroup outermost : {LoopGroup::kMaps, LoopGroup::kOutputs, LoopGroup::kInputs}) {
      if (outermost == Innermost(flow)) continue;
      Compare({tile, flow, outermost}, KeptWords(walk, outermost, Innermost(flow)), trips);
    }
  }

  void Compare(const Mapping& mapping, const Words& words, const TripCounts& trips) {
    ++looked_at_;
    const int64_t tiles = trips.n * trips.c * trips.h;
    const double cost = Cost(mapping.tile, words.Total());
    if (found_ && std::tie(cost, tiles) >= std::tie(best_cost_, best_tiles_)) return;
    found_ = true;
    best_cost_ = cost;
    best_tiles_ = tiles;
    best_.mapping = mapping;
    best_.words = words;
  }

  // Whether no IC tile of these OC and map tiles can have the best metric: not even all PEs with
  // the fewest words, those of the largest.
  bool CannotWin(const TripCounts& fewest, const Words& pass) const {
    if (!found_) return false;
    int64_t least = INT64_MAX;
    for (const Flow flow : options_.flows) {
      least = std::min(least, Moved(pass, ReloadsOf(fewest, flow)).Total());
    }
    const double peak = hardware_.frequency * static_cast<double>(hardware_.Pes());
    const double memory = hardware_.bandwidth * static_cast<double>(layer_.Macs()) /
                          static_cast<double>(least * hardware_.word_bytes);
    return -std::min(peak, memory) / static_cast<double>(least) > best_cost_;
  }

  // Words up to 2^53 are exact in a double.
  double Cost(const Tile& tile, int64_t words) const {
    if (options_.measure != Measure::kMetric) return static_cast<double>(words);
    return -Metric(PerformanceOf(layer_, tile, words, hardware_), words);
  }

  const LayerShape& layer_;
  const Hardware& hardware_;
  const TileLists& lists_;
  const SearchOptions& options_;
  const int64_t kernel_;
  const Words tensors_;
  std::vector<int64_t> oc_trips_;
  std::vector<int64_t> ic_trips_;
  bool found_ = false;
  double best_cost_ = 0;
  int64_t best_tiles_ = 0;
  int64_t looked_at_ = 0;
  SearchResult best_;
};

}  // namespace

TileLists TileListsOf(const LayerShape& layer, const SearchOptions& options) {
  return {TileValues(layer.GroupOutputs(), options.tiles),
          TileValues(layer.GroupInputs(), options.tiles), TileValues(layer.oh, options.tiles),
          options.tile_columns ? TileValues(layer.ow, options.tiles) : std::vector{layer.ow}};
}

std::optional<SearchResult> SearchTiles(const LayerShape& layer, const Hardware& hardware,
                                        const TileLists& lists, const SearchOptions& options) {
  return Searcher(layer, hardware, lists, options).Run();
}

std::optional<SearchResult> SearchLayer(const LayerShape& layer, const Hardware& hardware,
                                        const SearchOptions& options) {
  return SearchTiles(layer, hardware, TileListsOf(layer, options), options);
}

}  // namespace nve::planner
