// SPDX-License-Identifier: Apache-2.0
// Predictions and measurements as text.
#pragma once

#include <string>
#include <vector>

#include "report/compare/reported_results.hpp"

namespace nve {

/// A warning for each way in which predictions are of something else than runs, and a table for
/// each prediction and run that belong together. Empty without predictions.
std::string PredictedText(const ReportedResults& results);

}  // namespace nve
