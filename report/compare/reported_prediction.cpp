// SPDX-License-Identifier: Apache-2.0
// Reads predictions: see reported_prediction.hpp.
#include "report/compare/reported_prediction.hpp"

#include "report/compare/named_layers.hpp"
#include "report/result/file_kinds.hpp"
#include "report/result/result_json.hpp"

namespace nve {

CompiledFile PredictionIn(const JsonInFile& file) {
  CheckKind({file}, SchemaOf(KindOf(file)));
  CompiledFile compiled;
  Diagnostics problems;
  ResultReader(file.path, compiled.schema_version, problems).Read(file.json, "", compiled);
  problems.ThrowIfErrors();
  if (!compiled.predicted) {
    throw WrongFile(file.path, "no predicted cycles",
                    "beside results of runs a file of nvec NETWORK.xml --predict --json FILE");
  }
  return compiled;
}

NamedPredictions PredictedLayers(const ReportedPrediction& prediction) {
  const auto predicted = *prediction.Place().At(&CompiledFile::predicted);
  auto places = predicted.At(&PredictionResult::layers).Items();
  places.push_back(predicted.At(&PredictionResult::total));
  std::vector<std::string> names;
  names.reserve(places.size());
  for (const auto& place : places) names.push_back(place->name);
  names = NamesApart(names);
  NamedPredictions layers;
  for (size_t k = 0; k < places.size(); ++k) layers.emplace_back(names[k], places[k]);
  return layers;
}

std::optional<ResultPlace<FeedOfPrediction>> PredictedFeed(
    const ResultPlace<LayerOfPrediction>& layer, const std::string& feed) {
  for (const auto& [name, place] : layer.At(&LayerOfPrediction::feeds).Items()) {
    if (name == feed) return place;
  }
  return std::nullopt;
}

}  // namespace nve
