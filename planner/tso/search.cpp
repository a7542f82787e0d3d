// SPDX-License-Identifier: Apache-2.0
// The exhaustive search: see search.hpp.
#include "planner/tso/search.hpp"

#include <algorithm>
#include <tuple>

#include "planner/tso/bursts.hpp"

namespace nve::planner::tso {
namespace {

// Times that lie closer than this, relative, differ by rounding only.
constexpr double kRounding = 1e-12;

double TotalBursts(const Mapping& mapping) {
  const PerTensor& times = mapping.transfers;
  return static_cast<double>(times.in) * static_cast<double>(mapping.bursts.in) +
         static_cast<double>(times.w) * static_cast<double>(mapping.bursts.w) +
         static_cast<double>(times.out) * static_cast<double>(mapping.bursts.out);
}

// Of two mappings that take the same time.
bool WinsTie(const Mapping& candidate, const Mapping& best, Tie tie) {
  switch (tie) {
    case Tie::kFirstFound:
      return false;
    case Tie::kWidest:
      return std::tie(candidate.tile.c, candidate.tile.r) > std::tie(best.tile.c, best.tile.r);
    case Tie::kFewestBursts:
      return TotalBursts(candidate) < TotalBursts(best);
    case Tie::kMostBursts:
      return TotalBursts(candidate) > TotalBursts(best);
  }
  return false;
}

bool Wins(const Mapping& candidate, const Mapping& best, Tie tie) {
  const double rounding = tie == Tie::kFirstFound ? 0 : kRounding * best.estimate;
  if (candidate.estimate < best.estimate - rounding) return true;
  return candidate.estimate <= best.estimate + rounding && WinsTie(candidate, best, tie);
}

class Searcher {
 public:
  Searcher(const LayerShape& layer, const Npu& npu, const SearchOptions& options)
      : layer_(layer),
        npu_(npu),
        options_(options),
        columns_(TileValues(layer.ow, options.tiles)),
        channels_(TileValues(layer.GroupInputs(), options.tiles)) {}

  // Algorithm 1.
  std::optional<Mapping> Run() {
    for (const Partition& partition : PartitionsOf(npu_.tles)) {
      if (std::ranges::count(options_.strategies, StrategyOf(partition)) == 0) continue;
      for (const Flow flow : options_.flows) LookAtTiles(partition, flow);
    }
    return best_;
  }

 private:
  // Algorithm 3.
  void LookAtTiles(const Partition& partition, Flow flow) {
    const Slice slice = SliceOf(layer_, partition);
    CoreTile tile;
    for (const int64_t rows : TileValues(slice.rows, options_.tiles)) {
      tile.r = rows;
      for (const int64_t columns : columns_) {
        tile.c = columns;
        for (const int64_t channels : channels_) {
          tile.n = channels;
          tile.m = FiltersThatFit(layer_, slice, flow, tile, npu_);
          // Neither do more channels
          if (tile.m == 0) break;
          LookAt(Evaluate(layer_, partition, flow, tile, npu_, options_));
        }
      }
    }
  }

  void LookAt(const Mapping& mapping) {
    if (!best_ || Wins(mapping, *best_, options_.tie)) best_ = mapping;
  }

  const LayerShape& layer_;
  const Npu& npu_;
  const SearchOptions& options_;
  const std::vector<int64_t> columns_;
  const std::vector<int64_t> channels_;
  std::optional<Mapping> best_;
};

}  // namespace

Mapping Evaluate(const LayerShape& layer, const Partition& partition, Flow flow,
                 const CoreTile& tile, const Npu& npu, const SearchOptions& options) {
  Mapping mapping;
  mapping.partition = partition;
  mapping.flow = flow;
  mapping.tile = tile;
  mapping.transfers = TransfersOf(layer, partition, tile, flow, npu, options.reading);
  mapping.bytes = TileBytes(layer, tile, flow, npu);
  mapping.bursts = TileBursts(layer, tile, flow, npu);
  mapping.mac_microseconds = MacMicroseconds(layer, partition, tile, npu, options.reading);
  const auto total = [&](Model model) {
    return mapping.mac_microseconds +
           DramMicroseconds(mapping.transfers, mapping.bytes, mapping.bursts, npu, model);
  };
  mapping.microseconds = total(Model::kBurst);
  mapping.estimate = options.model == Model::kBurst ? mapping.microseconds : total(Model::kNoBurst);
  return mapping;
}

int64_t FiltersThatFit(const LayerShape& layer, const Slice& slice, Flow flow, const CoreTile& tile,
                       const Npu& npu) {
  CoreTile one = tile;
  one.m = 1;
  const PerTensor bytes = TileBytes(layer, one, flow, npu);
  if (!Fits(bytes, npu)) return 0;
  const int64_t share = FiltersOfTlt(slice, npu);
  const int64_t most = std::min({share, npu.Mb1() / bytes.w, npu.Mb2() / bytes.out});
  if (flow == Flow::kInput) return most == share ? share : 0;
  return Trips(share, Trips(share, most));
}

std::optional<Mapping> SearchLayer(const LayerShape& layer, const Npu& npu,
                                   const SearchOptions& options) {
  return Searcher(layer, npu, options).Run();
}

}  // namespace nve::planner::tso
