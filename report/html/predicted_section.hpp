// SPDX-License-Identifier: Apache-2.0
// Predictions and runs side by side.
#pragma once

#include <vector>

#include "report/compare/reported_results.hpp"
#include "report/html/html.hpp"

namespace nve {

/// What differs in what they are of, and a table for each prediction and run that belong together.
/// Nothing without predictions.
Html PredictedSection(const ReportedResults& results);

}  // namespace nve
