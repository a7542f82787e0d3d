// SPDX-License-Identifier: Apache-2.0
// Whether a prediction is of a run, so that its cycles can be held against those measured.
#pragma once

#include <string>
#include <vector>

#include "report/compare/reported_prediction.hpp"
#include "report/compare/reported_run.hpp"

namespace nve {

/// What the run was of and the prediction is not: network, machine, cores, parameters of memory,
/// board and processor, layers, programs. Each in a line without an end. What one of the files does
/// not say is no difference.
std::vector<std::string> OtherThanPredicted(const ReportedPrediction& prediction,
                                            const ReportedRun& run);

}  // namespace nve
