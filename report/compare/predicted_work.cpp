// SPDX-License-Identifier: Apache-2.0
// Compares what predictions and runs are of: see predicted_work.hpp.
#include "report/compare/predicted_work.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "report/compare/core_time.hpp"
#include "report/compare/named_layers.hpp"
#include "report/compare/run_verdict.hpp"
#include "report/result/result_json.hpp"

namespace nve {
namespace {

using Json = nlohmann::ordered_json;

class Differences {
 public:
  explicit Differences(const ReportedPrediction& prediction) : prediction_(prediction) {}

  void Add(const std::string& text) { found_.push_back(text); }

  void Compare(const std::string& what, const std::string& run, const std::string& predicted) {
    if (run == predicted) return;
    Add(fmt::format("found {} '{}', allowed: '{}', that of {}", what, run, predicted,
                    prediction_.path));
  }

  /// Parameters that both have.
  void CompareParameters(const std::string& name, const Json& run, const Json& predicted) {
    if (run.is_object() && predicted.is_object()) {
      for (const auto& [key, value] : run.items()) {
        const auto other = predicted.find(key);
        if (other == predicted.end()) continue;
        CompareParameters(fmt::format("{}.{}", name, key), value, *other);
      }
    } else if (run != predicted) {
      Add(fmt::format("found {} {}, allowed: {}, that of {}", name, run.dump(-1, ' ', true),
                      predicted.dump(-1, ' ', true), prediction_.path));
    }
  }

  std::vector<std::string> Take() { return std::move(found_); }

 private:
  const ReportedPrediction& prediction_;
  std::vector<std::string> found_;
};

void CompareMachines(const ReportedPrediction& prediction, const RunResult& run,
                     Differences& differences) {
  if (run.schema_version >= 1) {
    differences.Compare("machine", run.machine.name, prediction.file.arch);
  } else if (run.arch) {
    differences.Compare("machine", *run.arch, prediction.file.arch);
  }
  const int64_t predicted = prediction.Predicted().cores.value_or(1);
  if (const auto cores = CoresAtWork(run); cores > 0 && cores != predicted) {
    differences.Add(fmt::format("found {} cores at work, allowed: {}, as many as {} is of", cores,
                                predicted, prediction.path));
  }
}

void ComparePlatforms(const PredictionResult& predicted, const RunResult& run,
                      Differences& differences) {
  if (run.memory) differences.CompareParameters("memory", run.memory->config, predicted.memory);
  if (run.processor) {
    differences.CompareParameters("processor", ResultJson(*run.processor),
                                  ResultJson(predicted.processor));
  }
}

// Of a run that ended early layers that are missing say nothing.
void CompareLayers(const NamedPredictions& predicted, const NamedLayers& layers, bool ended_early,
                   const std::string& path, Differences& differences) {
  std::vector<std::string> less, more;
  for (const auto& [name, layer] : predicted) {
    if (FindLayer(layers, name) == nullptr && !ended_early) less.push_back(name);
  }
  for (const auto& [name, layer] : layers) {
    const bool known =
        std::ranges::find(predicted, name, &NamedPredictions::value_type::first) != predicted.end();
    if (layer && !known) more.push_back(name);
  }
  if (!less.empty()) {
    differences.Add(
        fmt::format("found no run of {}, allowed: all layers of {}", fmt::join(less, ", "), path));
  }
  if (!more.empty()) {
    differences.Add(fmt::format("found a run of {}, allowed: the layers of {} only",
                                fmt::join(more, ", "), path));
  }
}

// How long programs take if nothing holds them depends on nothing but themselves.
void ComparePrograms(const NamedPredictions& predicted, const NamedLayers& layers,
                     const std::string& path, Differences& differences) {
  for (const auto& [name, prediction] : predicted) {
    const auto* layer = FindLayer(layers, name);
    if (layer == nullptr || prediction->feeds.empty()) continue;
    const auto feed = prediction.At(&LayerOfPrediction::feeds).Items().front().second;
    const double allowed = PredictedTime(feed).works.Value();
    const double found = MeasuredTime(*layer).works.Value();
    if (found == allowed) continue;
    differences.Add(
        fmt::format("{}: found {:.0f} cycles in which the core works, allowed: {:.0f}, those of "
                    "{}; is it another program, a picture of another size or a part of the strips?",
                    name, found, allowed, path));
  }
}

}  // namespace

std::vector<std::string> OtherThanPredicted(const ReportedPrediction& prediction,
                                            const ReportedRun& run) {
  Differences differences(prediction);
  differences.Compare("network", run.result.network, prediction.file.network);
  CompareMachines(prediction, run.result, differences);
  ComparePlatforms(prediction.Predicted(), run.result, differences);
  NamedPredictions predicted = PredictedLayers(prediction);
  predicted.pop_back();  // the sum
  NamedLayers layers = LayersByName(run);
  if (run.result.total) layers.pop_back();
  CompareLayers(predicted, layers, EndedEarly(run.result), prediction.path, differences);
  ComparePrograms(predicted, layers, prediction.path, differences);
  return differences.Take();
}

}  // namespace nve
