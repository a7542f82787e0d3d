// SPDX-License-Identifier: Apache-2.0
// Results as data: see tso_result.hpp.
#include "planner/tso/tso_result.hpp"

namespace nve::planner::tso {
namespace {

TensorsOfTso TensorsOf(const PerTensor& values) { return {values.in, values.w, values.out}; }

LayerOfTso LayerOf(const LayerResult& layer) {
  LayerOfTso result;
  result.layer = layer.layer.name;
  result.count = layer.layer.count;
  if (!layer.mapping) {
    result.problem = layer.problem;
    return result;
  }
  const Mapping& mapping = *layer.mapping;
  const CoreTile& tile = mapping.tile;
  result.partition = ToText(mapping.partition);
  result.flow = FlowName(mapping.flow);
  result.tile = {tile.m, tile.n, tile.r, tile.c};
  result.alphas = TensorsOf(mapping.transfers);
  result.bursts = TensorsOf(mapping.bursts);
  result.microseconds = mapping.microseconds;
  result.estimate = mapping.estimate;
  return result;
}

std::vector<LayerOfTso> LayersOf(const NetworkResult& result) {
  std::vector<LayerOfTso> layers;
  for (const LayerResult& layer : result.layers) layers.push_back(LayerOf(layer));
  return layers;
}

}  // namespace

TsoFile TsoResult(const NetworkResult& result) {
  TsoFile file;
  file.network = result.network;
  file.layers = LayersOf(result);
  file.microseconds = result.microseconds;
  file.estimate = result.estimate;
  file.unmapped = result.unmapped;
  return file;
}

TsoTableFile TsoTableResult(const std::vector<TsoRow>& rows) {
  TsoTableFile file;
  for (const TsoRow& row : rows) {
    file.rows.push_back({row.network, ModelName(row.model), ReadingName(row.reading),
                         row.result.microseconds, row.result.estimate, LayersOf(row.result)});
  }
  return file;
}

}  // namespace nve::planner::tso
