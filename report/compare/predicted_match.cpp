// SPDX-License-Identifier: Apache-2.0
// Finds the predictions of runs: see predicted_match.hpp.
#include "report/compare/predicted_match.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/compare/predicted_work.hpp"

namespace nve {
namespace {

struct Candidate {
  const ReportedPrediction* prediction;
  std::vector<std::string> differences;
};

// Those of the run's network: the ones that differ in nothing, or all of them.
std::vector<Candidate> CandidatesOf(const ReportedRun& run,
                                    const std::vector<ReportedPrediction>& predictions) {
  std::vector<Candidate> same, other;
  for (const ReportedPrediction& prediction : predictions) {
    if (prediction.file.network != run.result.network) continue;
    Candidate candidate = {&prediction, OtherThanPredicted(prediction, run)};
    (candidate.differences.empty() ? same : other).push_back(std::move(candidate));
  }
  return same.empty() ? other : same;
}

std::string NoRunOf(const ReportedPrediction& prediction, const std::vector<ReportedRun>& runs) {
  const auto of_network = std::ranges::find(
      runs, prediction.file.network,
      [](const ReportedRun& run) -> const auto& { return run.result.network; });
  if (of_network == runs.end()) {
    return fmt::format("{}: found a prediction of network '{}', of which there is no run",
                       prediction.label, prediction.file.network);
  }
  return fmt::format("{}: no run is of this prediction; {}: {}", prediction.label,
                     of_network->label, OtherThanPredicted(prediction, *of_network).front());
}

}  // namespace

PredictedMatch MatchPredictions(const std::vector<ReportedRun>& runs,
                                const std::vector<ReportedPrediction>& predictions) {
  PredictedMatch match;
  if (predictions.empty()) return match;
  for (const ReportedRun& run : runs) {
    const auto candidates = CandidatesOf(run, predictions);
    if (candidates.empty()) {
      match.warnings.push_back(
          fmt::format("{}: found network '{}', of which there is no prediction", run.label,
                      run.result.network));
    }
    for (const Candidate& candidate : candidates) {
      match.pairs.push_back({candidate.prediction, &run});
      for (const std::string& difference : candidate.differences) {
        match.warnings.push_back(run.label + ": " + difference);
      }
    }
  }
  for (const ReportedPrediction& prediction : predictions) {
    if (std::ranges::find(match.pairs, &prediction, &PredictedRun::prediction) ==
        match.pairs.end()) {
      match.warnings.push_back(NoRunOf(prediction, runs));
    }
  }
  return match;
}

}  // namespace nve
