// SPDX-License-Identifier: Apache-2.0
// Predictions beside runs: files of nvec --predict --json (docs/transfer-model.md).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/result/compile_file.hpp"
#include "report/result/result_file.hpp"
#include "report/result/result_place.hpp"

namespace nve {

struct ReportedPrediction {
  std::string path;   ///< of the file
  std::string label;  ///< short, and no other result's
  size_t number = 0;  ///< from 0, in the order of the command line
  CompiledFile file;  ///< with a prediction

  ResultPlace<CompiledFile> Place() const { return {file, std::to_string(number) + '#'}; }
  const PredictionResult& Predicted() const { return *file.predicted; }
};

/// What is in a file of kind nve-compile. InputError with all problems if it is none, or has no
/// prediction.
CompiledFile PredictionIn(const JsonInFile& file);

/// Layers and their sum by names that differ (NamesApart), the sum last.
using NamedPredictions = std::vector<std::pair<std::string, ResultPlace<LayerOfPrediction>>>;

NamedPredictions PredictedLayers(const ReportedPrediction& prediction);

/// What is predicted of a layer with a feed; none if the file does not say.
std::optional<ResultPlace<FeedOfPrediction>> PredictedFeed(
    const ResultPlace<LayerOfPrediction>& layer, const std::string& feed);

}  // namespace nve
