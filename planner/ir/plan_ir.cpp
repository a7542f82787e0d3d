// SPDX-License-Identifier: Apache-2.0
// Names of the text, the layer behind a plan and the places of operands: see plan_ir.hpp.
#include "planner/ir/plan_ir.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "planner/shapes/layer_limits.hpp"

namespace nve::planner {
namespace {

using Stride = std::pair<int64_t, int64_t>;

Stride StrideOf(const PlanIr& ir) {
  std::map<Stride, size_t> counts;
  for (const IrStep& step : ir.steps) {
    const auto* conv = std::get_if<ConvStep>(&step.action);
    if (conv != nullptr) ++counts[{conv->stride_h, conv->stride_w}];
  }
  if (counts.empty()) return {1, 1};
  return std::max_element(
             counts.begin(), counts.end(),
             [](const auto& one, const auto& other) { return one.second < other.second; })
      ->first;
}

}  // namespace

const char* NameOf(IrTensor tensor) {
  constexpr const char* kNames[] = {"INPUT", "WEIGHT", "OUTPUT"};
  return kNames[static_cast<size_t>(tensor)];
}

std::string NameOf(const IrMemory& memory) {
  constexpr const char* kNames[] = {"IN_MEM", "WT_MEM", "OT_MEM"};
  return fmt::format("{}_{}", kNames[static_cast<size_t>(memory.tensor)], memory.number);
}

std::string NameOf(const PlanIr& ir, const IrTileRef& ref) {
  return fmt::format("{}_{}", NameOf(ref.tensor), ir.TileAt(ref).number);
}

std::optional<IrPlace> UsualStart(const PlanIr& ir) {
  for (size_t i = 0; i < ir.memories.size(); ++i) {
    if (ir.memories[i].tensor == IrTensor::kOutput) return IrPlace{i, 0};
  }
  return std::nullopt;
}

IrSizes SizesOf(const LayerShape& layer, IrTensor tensor) {
  if (tensor == IrTensor::kInput) return {1, layer.ic, InputRows(layer), InputColumns(layer)};
  if (tensor == IrTensor::kWeight) return {layer.oc, layer.GroupInputs(), layer.kh, layer.kw};
  return {1, layer.oc, layer.oh, layer.ow};
}

LayerShape LayerOf(const PlanIr& ir) {
  const IrSizes& input = ir.SizesOf(IrTensor::kInput);
  const IrSizes& weight = ir.SizesOf(IrTensor::kWeight);
  const IrSizes& output = ir.SizesOf(IrTensor::kOutput);
  LayerShape layer;
  layer.oc = output[kChannel];
  layer.ic = input[kChannel];
  layer.oh = output[kRow];
  layer.ow = output[kColumn];
  layer.kh = weight[kRow];
  layer.kw = weight[kColumn];
  std::tie(layer.stride_h, layer.stride_w) = StrideOf(ir);
  layer.pad_h = (PaddedLines(layer.oh, layer.stride_h, layer.kh) - input[kRow]) / 2;
  layer.pad_w = (PaddedLines(layer.ow, layer.stride_w, layer.kw) - input[kColumn]) / 2;
  layer.groups = layer.ic / weight[kWeightInputs];
  return layer;
}

std::vector<ConvPlaces> ConvPlacesOf(const PlanIr& ir) {
  std::array<std::vector<IrPlace>, 3> places;
  for (size_t i = 0; i < places.size(); ++i) places[i].resize(ir.tiles[i].size());
  const auto place = [&](IrTensor tensor, size_t index) -> IrPlace& {
    return places[static_cast<size_t>(tensor)][index];
  };
  std::vector<ConvPlaces> result;
  for (const IrStep& step : ir.steps) {
    if (const auto* load = std::get_if<LoadStep>(&step.action)) {
      place(load->tile.tensor, load->tile.index) = load->to;
    } else if (const auto* conv = std::get_if<ConvStep>(&step.action)) {
      IrPlace& output = place(IrTensor::kOutput, conv->output);
      if (conv->start) output = *conv->start;
      result.push_back(
          {output, place(IrTensor::kInput, conv->input), place(IrTensor::kWeight, conv->weight)});
    }
  }
  return result;
}

}  // namespace nve::planner
