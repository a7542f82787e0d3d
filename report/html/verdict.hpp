// SPDX-License-Identifier: Apache-2.0
// Whether a run was right, in one line.
#pragma once

#include <string>

#include "report/compare/reported_run.hpp"
#include "report/compare/run_verdict.hpp"
#include "report/html/html.hpp"

namespace nve {

/// The id of a result's part of the page.
std::string RunAnchor(const ReportedRun& run);

/// A paragraph: the verdict, and what was compared.
Html VerdictLine(const ReportedRun& run, bool with_label);

}  // namespace nve
