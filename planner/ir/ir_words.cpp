// SPDX-License-Identifier: Apache-2.0
// Sums over steps: see ir_words.hpp.
#include "planner/ir/ir_words.hpp"

namespace nve::planner {

int64_t& WordsOf(Words& words, IrTensor tensor) {
  if (tensor == IrTensor::kInput) return words.input;
  return tensor == IrTensor::kWeight ? words.weight : words.output;
}

MovedWords IrWords(const PlanIr& ir) {
  MovedWords moved;
  for (const IrStep& step : ir.steps) {
    if (const auto* load = std::get_if<LoadStep>(&step.action)) {
      WordsOf(moved.loaded, load->tile.tensor) += ir.TileAt(load->tile).Words();
    } else if (const auto* store = std::get_if<StoreStep>(&step.action)) {
      moved.stored.output += ir.TilesOf(IrTensor::kOutput)[store->tile].Words();
    }
  }
  return moved;
}

}  // namespace nve::planner
