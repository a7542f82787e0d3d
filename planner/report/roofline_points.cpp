// SPDX-License-Identifier: Apache-2.0
// Which points a roofline shows: see roofline_svg.hpp.
#include <fmt/format.h>

#include "base/diagnostics/diagnostics.hpp"
#include "planner/mapping/fit_problem.hpp"
#include "planner/mapping/performance.hpp"
#include "planner/mapping/plan_network.hpp"
#include "planner/mapping/pruned_search.hpp"
#include "planner/report/alternatives.hpp"
#include "planner/report/roofline_svg.hpp"

namespace nve::planner {
namespace {

enum Kind { kFits, kInitial, kEliminated, kInterchanged, kChosen };

RooflinePoint PointOf(const LayerShape& layer, const Mapping& mapping, const Hardware& hardware,
                      const SearchOptions& options, int kind) {
  const Words words = options.measure == Measure::kEquations || options.measure == Measure::kMetric
                          ? EquationWords(layer, mapping, options.convention)
                          : ExecutedWords(layer, mapping, options.convention);
  const Performance speed = PerformanceOf(layer, mapping.tile, words.Total(), hardware);
  return {speed.intensity, speed.attainable, kind, ""};
}

bool AtOrAbove(const Tile& tile, const Tile& least) {
  return tile.oc >= least.oc && tile.ic >= least.ic && tile.oh >= least.oh && tile.ow >= least.ow;
}

// How far the pruning lets a plan come.
int KindOf(const Mapping& mapping, const std::optional<PrunedSearch>& pruned) {
  if (!pruned || !AtOrAbove(mapping.tile, pruned->initial)) return kFits;
  if (!AtOrAbove(mapping.tile, pruned->eliminated)) return kInitial;
  return mapping.flow == pruned->result.mapping.flow ? kInterchanged : kEliminated;
}

}  // namespace

RooflineDrawing SearchSpaceDrawing(const LayerShape& layer, const Hardware& hardware,
                                   const SearchOptions& options) {
  const auto chosen = SearchLayer(layer, hardware, options);
  if (!chosen) {
    throw InputError({"", layer.line, layer.name}, FitProblem(layer, hardware, options));
  }
  PruningOptions pruning;
  pruning.convention = options.convention;
  const auto pruned = SearchPruned(layer, hardware, pruning);
  RooflineDrawing drawing;
  drawing.title = fmt::format("Plans of {} on {}", layer.name, hardware.name);
  drawing.kinds = {"fits", "initial tiles", "loop elimination", "loop interchange", "chosen"};
  const TileLists lists = TileListsOf(layer, options);
  for (const int64_t oc : lists.oc) {
    for (const int64_t ic : lists.ic) {
      for (const int64_t oh : lists.oh) {
        for (const int64_t ow : lists.ow) {
          const Tile tile = {oc, ic, oh, ow, layer.kh, layer.kw};
          if (!Fits(TileWords(layer, tile, options.convention), hardware)) continue;
          for (const Flow flow : options.flows) {
            const Mapping mapping = {tile, flow};
            drawing.points.push_back(
                PointOf(layer, mapping, hardware, options, KindOf(mapping, pruned)));
          }
        }
      }
    }
  }
  drawing.points.push_back(PointOf(layer, chosen->mapping, hardware, options, kChosen));
  drawing.points.back().text =
      fmt::format("{}, {}", FlowName(chosen->mapping.flow), TileText(layer, chosen->mapping.tile));
  return drawing;
}

RooflineDrawing NetworkDrawing(const NetworkShape& network, const Hardware& hardware,
                               const SearchOptions& options) {
  RooflineDrawing drawing;
  drawing.title = fmt::format("Layers of {} on {}", network.name, hardware.name);
  drawing.kinds = {"layers"};
  for (const LayerPlan& plan : PlanNetwork(network, hardware, options).layers) {
    drawing.points.push_back(PointOf(plan.layer, plan.chosen.mapping, hardware, options, 0));
    drawing.points.back().text = plan.layer.name;
  }
  return drawing;
}

}  // namespace nve::planner
