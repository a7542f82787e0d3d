// SPDX-License-Identifier: Apache-2.0
// Layers that fit nowhere: see fit_problem.hpp.
#include "planner/mapping/fit_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace nve::planner {
namespace {

Tile SmallestTile(const LayerShape& layer, bool tile_columns) {
  return {1, 1, 1, tile_columns ? 1 : layer.ow, layer.kh, layer.kw};
}

// The longest rows of outputs that fit whole.
int64_t WidestRows(const LayerShape& layer, const Hardware& hardware, Convention convention) {
  LayerShape narrower = layer;
  int64_t fits = 0;
  int64_t fails = layer.ow;
  while (fails - fits > 1) {
    narrower.ow = fits + (fails - fits) / 2;
    const Words needs = TileWords(narrower, SmallestTile(narrower, false), convention);
    (Fits(needs, hardware) ? fits : fails) = narrower.ow;
  }
  return fits;
}

}  // namespace

std::string FitProblem(const LayerShape& layer, const Hardware& hardware,
                       const SearchOptions& options) {
  const Words needs =
      TileWords(layer, SmallestTile(layer, options.tile_columns), options.convention);
  const struct {
    const char* memory;
    int64_t needed;
    int64_t found;
  } memories[] = {{"input", needs.input, hardware.InputWords()},
                  {"weight", needs.weight, hardware.WeightWords()},
                  {"output", needs.output, hardware.OutputWords()}};
  std::string problem;
  for (const auto& memory : memories) {
    if (memory.needed <= memory.found) continue;
    problem += fmt::format("{}the smallest tile needs {} words of {} memory, found {}",
                           problem.empty() ? "" : ", ", memory.needed, memory.memory, memory.found);
  }
  if (problem.empty()) return problem;
  const Tile pixel = SmallestTile(layer, true);
  if (!Fits(TileWords(layer, pixel, options.convention), hardware)) {
    return problem + fmt::format(
                         "; a kernel of {} x {} needs that many for one pixel, allowed: larger "
                         "memories, or a kernel of at most {} weights",
                         layer.kh, layer.kw,
                         std::min(hardware.InputWords(), hardware.WeightWords()));
  }
  return problem + fmt::format("; allowed: rows of at most {} outputs, or tiled columns",
                               WidestRows(layer, hardware, options.convention));
}

}  // namespace nve::planner
