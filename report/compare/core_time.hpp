// SPDX-License-Identifier: Apache-2.0
// Cycles of a layer by what the core did, as far as predictions and runs mean the same by it
// (docs/transfer-model.md, section 2).
#pragma once

#include <cstddef>
#include <optional>

#include "report/result/prediction_result.hpp"
#include "report/result/result_place.hpp"
#include "report/result/run_result.hpp"

namespace nve {

struct CoreTime {
  Sourced works;                ///< it runs or loads programs, and nothing holds it
  Sourced waits;                ///< for input or for room of the output
  std::optional<Sourced> idle;  ///< no program runs; none if the file does not say
};

CoreTime PredictedTime(const ResultPlace<FeedOfPrediction>& feed);

/// Of one core: with several at work elapsed cycles are not their sum.
CoreTime MeasuredTime(const ResultPlace<LayerOfRun>& layer);

/// Cores that have run programs; 0 if the file does not say.
std::ptrdiff_t CoresAtWork(const RunResult& result);

}  // namespace nve
