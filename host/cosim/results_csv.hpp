// SPDX-License-Identifier: Apache-2.0
// The results of a co-simulation as a table for other programs.
#pragma once

#include <string>

#include "report/result/run_result.hpp"

namespace nve {

/// Comma-separated values: a line for every layer and program and one for the total, a column for
/// every number in them, named as in the result file ("waterfall.bound", "axi.mm2s.read.bytes");
/// what a line does not have is empty. Histograms are left out.
std::string ResultsCsv(const RunResult& result);

}  // namespace nve
