// SPDX-License-Identifier: Apache-2.0
// Whether a run was right, and which of its layers came to their end.
#pragma once

#include <string>
#include <vector>

#include "report/result/run_result.hpp"

namespace nve {

enum class Verdict { kRight, kWrong, kNotCompared };

/// Wrong: the result has a failure, a mismatch or wrong pixels. Not compared: neither lockstep nor
/// a reference was there.
Verdict VerdictOf(const RunResult& result);

/// Why a run is wrong, each in a line without an end; empty if it is not.
std::vector<std::string> FaultsOf(const RunResult& result);

/// The verdict and its reason in a line without an end.
std::string VerdictText(const RunResult& result);

/// Whether a failure ended the run before its last step.
bool EndedEarly(const RunResult& result);

/// Whether a layer or program of the result, or its total, has run and come to its end: if not, its
/// numbers are those of a part or of nothing.
bool HasEnded(const RunResult& result, const LayerOfRun& layer);

}  // namespace nve
