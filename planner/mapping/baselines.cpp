// SPDX-License-Identifier: Apache-2.0
// Baselines: see baselines.hpp.
#include "planner/mapping/baselines.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "planner/mapping/tile_values.hpp"

namespace nve::planner {
namespace {

SearchOptions WholeRows(Convention convention) {
  SearchOptions options;
  options.measure = Measure::kEquations;
  options.convention = convention;
  options.tile_columns = false;
  return options;
}

std::optional<BaselinePlan> Best(const LayerShape& layer, const Hardware& hardware,
                                 const TileLists& lists, const SearchOptions& options) {
  const auto found = SearchTiles(layer, hardware, lists, options);
  if (!found) return std::nullopt;
  return BaselinePlan{found->mapping, found->words};
}

// Makes tiles larger one loop at a time.
class Grower {
 public:
  Grower(const LayerShape& layer, const Hardware& hardware, const TileLists& lists,
         Convention convention)
      : layer_(layer), hardware_(hardware), lists_(lists), convention_(convention) {
    tile_.ow = layer.ow;
    tile_.kh = layer.kh;
    tile_.kw = layer.kw;
  }

  bool FitsNow() const { return FitsWith(tile_); }
  const Tile& tile() const { return tile_; }

  void GrowOc() { Grow(&Tile::oc, lists_.oc); }
  void GrowIc() { Grow(&Tile::ic, lists_.ic); }
  void GrowOh() { Grow(&Tile::oh, lists_.oh); }

  // The largest OC * IC, then the largest OH, then the largest OC.
  void GrowChannels() {
    auto best = std::tuple<int64_t, int64_t, int64_t>{0, 0, 0};
    for (const int64_t oc : lists_.oc) {
      for (const int64_t ic : lists_.ic) {
        Tile tile = tile_;
        tile.oc = oc;
        tile.ic = ic;
        if (!FitsWith(tile)) break;
        if (oc * ic < std::get<0>(best)) continue;
        const auto row = std::find_if(lists_.oh.rbegin(), lists_.oh.rend(), [&](int64_t oh) {
          tile.oh = oh;
          return FitsWith(tile);
        });
        const auto key = std::tuple{oc * ic, *row, oc};
        if (key <= best) continue;
        best = key;
        best_tile_ = tile;
      }
    }
    tile_ = best_tile_;
  }

 private:
  bool FitsWith(const Tile& tile) const {
    return Fits(TileWords(layer_, tile, convention_), hardware_);
  }

  void Grow(int64_t Tile::*loop, const std::vector<int64_t>& values) {
    for (const int64_t value : values) {
      Tile larger = tile_;
      larger.*loop = value;
      if (!FitsWith(larger)) return;
      tile_ = larger;
    }
  }

  const LayerShape& layer_;
  const Hardware& hardware_;
  const TileLists& lists_;
  const Convention convention_;
  Tile tile_;
  Tile best_tile_;
};

}  // namespace

std::optional<BaselinePlan> Zhang(const LayerShape& layer, const Hardware& hardware,
                                  Convention convention) {
  SearchOptions options = WholeRows(convention);
  options.flows = {Flow::kOutput};
  return Best(layer, hardware, TileListsOf(layer, options), options);
}

std::optional<BaselinePlan> Ma(const LayerShape& layer, const Hardware& hardware,
                               Convention convention) {
  const SearchOptions options = WholeRows(convention);
  TileLists lists = TileListsOf(layer, options);
  Grower grower(layer, hardware, lists, convention);
  if (!grower.FitsNow()) return std::nullopt;
  grower.GrowIc();
  lists.ic = {grower.tile().ic};
  return Best(layer, hardware, lists, options);
}

std::optional<BaselinePlan> SmartShuttle(const LayerShape& layer, const Hardware& hardware,
                                         Convention convention) {
  const TileLists lists = TileListsOf(layer, WholeRows(convention));
  Grower grower(layer, hardware, lists, convention);
  if (!grower.FitsNow()) return std::nullopt;
  BaselinePlan plan;
  if (layer.oh * layer.ow > layer.GroupInputs() * layer.kh * layer.kw) {
    plan.mapping.flow = Flow::kOutput;
    grower.GrowOc();
    grower.GrowOh();
    grower.GrowIc();
  } else {
    plan.mapping.flow = Flow::kWeight;
    grower.GrowChannels();
  }
  plan.mapping.tile = grower.tile();
  plan.words = EquationWords(layer, plan.mapping, convention);
  return plan;
}

double LowerBound(const LayerShape& layer, int64_t words, Convention convention) {
  const Words once = TensorWords(layer, convention);
  const double reuse = std::max(1.0, static_cast<double>(layer.kh * layer.kw) /
                                         static_cast<double>(layer.stride_h * layer.stride_w));
  const double least =
      2.0 * static_cast<double>(layer.Macs()) / std::sqrt(reuse * static_cast<double>(words)) +
      static_cast<double>(once.output);
  return std::max(static_cast<double>(once.Total()), least);
}

}  // namespace nve::planner
