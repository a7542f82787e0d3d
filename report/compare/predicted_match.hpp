// SPDX-License-Identifier: Apache-2.0
// Which predictions and runs belong together.
#pragma once

#include <string>
#include <vector>

#include "report/compare/reported_prediction.hpp"
#include "report/compare/reported_run.hpp"

namespace nve {

/// A run and a prediction, which must live longer.
struct PredictedRun {
  const ReportedPrediction* prediction;
  const ReportedRun* run;
};

struct PredictedMatch {
  std::vector<PredictedRun> pairs;    ///< in the order of the runs
  std::vector<std::string> warnings;  ///< what differs, each in a line without an end
};

/// Of each run the predictions that are of the same work (OtherThanPredicted). Without one those of
/// its network, with a warning for each difference. A run or a prediction that is left over is a
/// warning, too.
PredictedMatch MatchPredictions(const std::vector<ReportedRun>& runs,
                                const std::vector<ReportedPrediction>& predictions);

}  // namespace nve
