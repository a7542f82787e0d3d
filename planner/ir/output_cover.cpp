// SPDX-License-Identifier: Apache-2.0
// The first word that is missing or there twice, and its tiles: see output_cover.hpp.
#include "planner/ir/output_cover.hpp"

#include <fmt/format.h>

#include <optional>

#include "planner/ir/box_cover.hpp"

namespace nve::planner {
namespace {

IrSizes FirstOf(const PlanIr& ir, const IrTile& tile) {
  return IndicesOf(tile.offset, ir.SizesOf(IrTensor::kOutput));
}

bool Has(const PlanIr& ir, const IrTile& tile, const IrSizes& at) {
  const IrSizes first = FirstOf(ir, tile);
  for (size_t i = 0; i < at.size(); ++i) {
    if (at[i] < first[i] || at[i] >= first[i] + tile.sizes[i]) return false;
  }
  return true;
}

// ", 'OUTPUT_0', 'OUTPUT_3'": the first few computed tiles that have a word.
std::string TilesWith(const PlanIr& ir, const std::vector<bool>& computed, const IrSizes& at) {
  constexpr int kMostListed = 3;
  const std::vector<IrTile>& tiles = ir.TilesOf(IrTensor::kOutput);
  std::string names;
  int listed = 0;
  for (size_t i = 0; i < tiles.size() && listed < kMostListed; ++i) {
    if (!computed[i] || !Has(ir, tiles[i], at)) continue;
    names += fmt::format(", '{}'", NameOf(ir, {IrTensor::kOutput, i}));
    ++listed;
  }
  return names;
}

}  // namespace

std::string CoverProblem(const PlanIr& ir, const std::vector<bool>& computed) {
  const std::vector<IrTile>& tiles = ir.TilesOf(IrTensor::kOutput);
  BoxCover cover(ir.SizesOf(IrTensor::kOutput));
  for (size_t i = 0; i < tiles.size(); ++i) {
    if (computed[i]) cover.Add(FirstOf(ir, tiles[i]), tiles[i].sizes);
  }
  const std::optional<BoxCover::Gap> gap = cover.FirstGap();
  if (!gap) return "";
  return fmt::format(
      "found {} tiles with channel {}, row {}, column {}{}, allowed: one that CONVs compute",
      gap->boxes, gap->at[kChannel], gap->at[kRow], gap->at[kColumn],
      TilesWith(ir, computed, gap->at));
}

}  // namespace nve::planner
