// SPDX-License-Identifier: Apache-2.0
// Whether a run was right, in one line.
#pragma once

#include <string>

#include "report/compare/reported_run.hpp"
#include "report/html/html.hpp"

namespace nve {

enum class Verdict { kRight, kWrong, kNotCompared };

/// Wrong: the result has a failure, a mismatch or wrong pixels. Not compared: neither lockstep nor
/// a reference was there.
Verdict VerdictOf(const RunResult& result);

/// The id of a result's part of the page.
std::string RunAnchor(const ReportedRun& run);

/// A paragraph: the verdict, and what was compared.
Html VerdictLine(const ReportedRun& run, bool with_label);

}  // namespace nve
