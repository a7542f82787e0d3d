// SPDX-License-Identifier: Apache-2.0
// All that a page of runs is of: runs, and predictions beside them.
#pragma once

#include <vector>

#include "report/compare/reported_prediction.hpp"
#include "report/compare/reported_run.hpp"

namespace nve {

struct ReportedResults {
  std::vector<ReportedRun> runs;
  std::vector<ReportedPrediction> predictions;
};

/// What is in files of runs and of predictions, which have their numbers and labels in one order.
/// All problems of all files in one InputError.
ReportedResults ResultsOf(const std::vector<JsonInFile>& files);

}  // namespace nve
