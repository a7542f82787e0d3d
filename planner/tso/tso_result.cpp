// SPDX-License-Identifier: Apache-2.0
// JSON of results: see tso_json.hpp.
#include "planner/tso/tso_json.hpp"

namespace nve::planner::tso {
namespace {

using Json = nlohmann::ordered_json;

Json ToJson(const PerTensor& values) {
  return {{"in", values.in}, {"w", values.w}, {"out", values.out}};
}

Json ToJson(const CoreTile& tile) {
  return {{"m", tile.m}, {"n", tile.n}, {"r", tile.r}, {"c", tile.c}};
}

Json ToJson(const LayerResult& layer) {
  Json json = {{"layer", layer.layer.name}, {"count", layer.layer.count}};
  if (!layer.mapping) {
    json["problem"] = layer.problem;
    return json;
  }
  const Mapping& mapping = *layer.mapping;
  json["partition"] = ToText(mapping.partition);
  json["flow"] = FlowName(mapping.flow);
  json["tile"] = ToJson(mapping.tile);
  json["alphas"] = ToJson(mapping.transfers);
  json["bursts"] = ToJson(mapping.bursts);
  json["microseconds"] = mapping.microseconds;
  json["estimate"] = mapping.estimate;
  return json;
}

Json LayersJson(const NetworkResult& result) {
  Json layers = Json::array();
  for (const LayerResult& layer : result.layers) layers.push_back(ToJson(layer));
  return layers;
}

}  // namespace

Json NetworkJson(const NetworkResult& result) {
  return {{"network", result.network},
          {"layers", LayersJson(result)},
          {"microseconds", result.microseconds},
          {"estimate", result.estimate},
          {"unmapped", result.unmapped}};
}

Json TableJson(const std::vector<TsoRow>& rows) {
  Json json = {{"rows", Json::array()}};
  for (const TsoRow& row : rows) {
    json["rows"].push_back({{"network", row.network},
                            {"model", ModelName(row.model)},
                            {"reading", ReadingName(row.reading)},
                            {"microseconds", row.result.microseconds},
                            {"estimate", row.result.estimate},
                            {"layers", LayersJson(row.result)}});
  }
  return json;
}

Json StrategyJson(const std::vector<StrategyRow>& rows) {
  Json json = {{"strategies", Json::array()}};
  for (const StrategyRow& row : rows) {
    Json entry = {{"network", row.network}};
    for (size_t i = 0; i < kColumns; ++i) {
      Json& column = entry[ColumnName(static_cast<Column>(i))];
      column = {{"microseconds", row.microseconds[i]}, {"unmapped", row.unmapped[i]}};
      // Times of different layers are no ratio
      if (row.unmapped[i] == 0) column["ratio"] = row.microseconds[i] / row.microseconds[0];
    }
    json["strategies"].push_back(entry);
  }
  return json;
}

}  // namespace nve::planner::tso
