// SPDX-License-Identifier: Apache-2.0
// Algorithms 1 to 4: see pruned_search.hpp.
#include "planner/mapping/pruned_search.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "planner/mapping/performance.hpp"

namespace nve::planner {
namespace {

// Steps of a loop along the PE array, 1 if it is not mapped.
int64_t PeLength(const Hardware& hardware, Loop loop) {
  for (size_t axis = 0; axis < hardware.pe_len.size(); ++axis) {
    const std::vector<Loop>& loops = hardware.pe_mapping[axis];
    if (std::ranges::find(loops, loop) != loops.end()) return hardware.pe_len[axis];
  }
  return 1;
}

class Pruner {
 public:
  Pruner(const LayerShape& layer, const Hardware& hardware, const PruningOptions& options)
      : layer_(layer),
        hardware_(hardware),
        options_(options),
        tensors_(TensorWords(layer, options.convention)) {}

  std::optional<PrunedSearch> Run() {
    PrunedSearch found;
    found.initial = InitialTiles();
    if (!FitsTile(found.initial)) return std::nullopt;
    found.eliminated = EliminateLoops(found.initial);
    found.result = SearchFrom(found.eliminated, Interchange(found.eliminated).front());
    for (const Flow flow : Interchange(found.eliminated)) {
      const SearchResult other = SearchFrom(found.eliminated, flow);
      if (other.words.Total() < found.result.words.Total()) found.result = other;
    }
    return found;
  }

 private:
  // Algorithm 1.
  Tile InitialTiles() const {
    Tile tile;
    tile.kh = layer_.kh;
    tile.kw = layer_.kw;
    tile.ow = layer_.ow;
    tile.oc = std::min(PeLength(hardware_, Loop::kOc), layer_.GroupOutputs());
    tile.ic = std::min(PeLength(hardware_, Loop::kIc), layer_.GroupInputs());
    tile.oh = std::min(PeLength(hardware_, Loop::kOh), layer_.oh);
    return tile;
  }

  // Algorithm 2.
  Tile EliminateLoops(const Tile& initial) const {
    Tile best = initial;
    double least = ReloadCount(initial);
    for (unsigned subset = 1; subset < 8; ++subset) {
      Tile tile = options_.subsets == PruningOptions::Subsets::kFromBestSoFar ? best : initial;
      if ((subset & 1) != 0) tile.oc = layer_.GroupOutputs();
      if ((subset & 2) != 0) tile.ic = layer_.GroupInputs();
      if ((subset & 4) != 0) tile.oh = layer_.oh;
      if (!FitsTile(tile) || ReloadCount(tile) >= least) continue;
      least = ReloadCount(tile);
      best = tile;
    }
    return best;
  }

  // Without any stationary tensor: the flow is not yet chosen.
  double ReloadCount(const Tile& tile) const {
    const TripCounts trips = TripCountsOf(layer_, tile);
    const int64_t output = 2 * (trips.k * trips.c - 1) + 1;
    if (options_.reload_count == PruningOptions::ReloadCount::kFactors) {
      return static_cast<double>(trips.k * trips.n + trips.h + output);
    }
    return static_cast<double>(tensors_.input * trips.k * trips.n + tensors_.weight * trips.h +
                               tensors_.output * output);
  }

  // Algorithm 3: the flows whose innermost loop turns most often, several if loops are equal.
  std::vector<Flow> Interchange(const Tile& tile) const {
    const TripCounts trips = TripCountsOf(layer_, tile);
    const int64_t most = std::max({trips.n, trips.c, trips.h});
    std::vector<Flow> flows;
    if (trips.n == most) flows.push_back(Flow::kInput);
    if (trips.c == most) flows.push_back(Flow::kOutput);
    if (trips.h == most) flows.push_back(Flow::kWeight);
    return flows;
  }

  // Algorithm 4: the first of the best by metric 6.13.
  SearchResult SearchFrom(const Tile& least, Flow once) const {
    SearchResult best;
    double most = -std::numeric_limits<double>::infinity();
    const auto oc = Steps(least.oc, layer_.GroupOutputs(), Loop::kOc);
    const auto ic = Steps(least.ic, layer_.GroupInputs(), Loop::kIc);
    const auto oh = Steps(least.oh, layer_.oh, Loop::kOh);
    for (Tile tile = least; const int64_t o : oc) {
      for (const int64_t i : ic) {
        for (const int64_t rows : oh) {
          tile.oc = o;
          tile.ic = i;
          tile.oh = rows;
          if (!FitsTile(tile)) break;
          ++best.looked_at;
          const bool per_tile = options_.interchange == PruningOptions::Interchange::kPerTile;
          const Mapping mapping = {tile, per_tile ? Interchange(tile).front() : once};
          const int64_t words = Volume(mapping);
          const double metric = Metric(PerformanceOf(layer_, tile, words, hardware_), words);
          if (metric <= most) continue;
          most = metric;
          best.mapping = mapping;
        }
      }
    }
    best.words = EquationWords(layer_, best.mapping, options_.convention);
    best.space = {{"OC tiles", static_cast<int64_t>(oc.size())},
                  {"IC tiles", static_cast<int64_t>(ic.size())},
                  {"OH tiles", static_cast<int64_t>(oh.size())}};
    return best;
  }

  // From `least` on, and the whole loop.
  std::vector<int64_t> Steps(int64_t least, int64_t bound, Loop loop) const {
    const int64_t step =
        options_.step == PruningOptions::Step::kOne ? 1 : PeLength(hardware_, loop);
    std::vector<int64_t> tiles;
    for (int64_t tile = least; tile < bound; tile += step) tiles.push_back(tile);
    tiles.push_back(bound);
    return tiles;
  }

  int64_t Volume(const Mapping& mapping) const {
    return EquationWords(layer_, mapping, options_.convention).Total();
  }

  bool FitsTile(const Tile& tile) const {
    return Fits(TileWords(layer_, tile, options_.convention), hardware_);
  }

  const LayerShape& layer_;
  const Hardware& hardware_;
  const PruningOptions& options_;
  const Words tensors_;
};

}  // namespace

std::optional<PrunedSearch> SearchPruned(const LayerShape& layer, const Hardware& hardware,
                                         const PruningOptions& options) {
  return Pruner(layer, hardware, options).Run();
}

}  // namespace nve::planner
