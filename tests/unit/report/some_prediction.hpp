// SPDX-License-Identifier: Apache-2.0
// A made-up prediction of the made-up run (some_run.hpp) that is right in every cycle.
#pragma once

#include "report/compare/reported_results.hpp"
#include "tests/unit/report/some_run.hpp"

namespace nve::testing {

inline LayerOfPrediction SomePredictedLayer(const std::string& name, int64_t scale) {
  FeedOfPrediction feed;
  feed.core = 100 * scale;
  feed.load = 7 * scale;
  feed.ramp = feed.descriptors = feed.memory = scale;
  feed.host = 6 * scale;
  feed.drain = 4 * scale;
  feed.cycles = 120 * scale;
  FeedOfPrediction slower = feed;
  slower.cycles += 50 * scale;
  slower.descriptors += 50 * scale;
  return {name, {{"column", slower}, {"mover", feed}}};
}

inline ReportedPrediction SomePrediction(size_t number = 0, const std::string& label = "p") {
  ReportedPrediction prediction = {label + ".json", label, number, {}};
  prediction.file.network = "A Network";
  prediction.file.arch = "nve";
  prediction.file.command = "nvec a.xml --predict";
  PredictionResult predicted;
  predicted.memory = {{"model", "fixed"}, {"read_latency", 20}, {"board", {{"ports", "separate"}}}};
  predicted.memory_ports = "separate";
  predicted.layers = {SomePredictedLayer("L1", 1), SomePredictedLayer("L2", 2)};
  predicted.total = SomePredictedLayer("total", 3);
  prediction.file.predicted = predicted;
  return prediction;
}

/// A prediction, and behind it a run of it.
inline ReportedResults SomeResults() {
  ReportedResults results = {{SomeRun(1, "r")}, {SomePrediction()}};
  results.runs[0].result.feed = "mover";
  return results;
}

}  // namespace nve::testing
