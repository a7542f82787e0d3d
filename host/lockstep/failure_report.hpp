// SPDX-License-Identifier: Apache-2.0
// The report of a failed run, whatever has found the failure: what was found, the cycle, what the
// cores were working on, the seed and one command that shows it again. At most 40 lines, two of
// which are left to who knows of waves.
#pragma once

#include <string>

#include "report/result/run_result.hpp"

namespace nve {

/// The lines that end the report, each with a newline.
std::string FailureEnd(const FailureOfRun& failure);

/// The whole report. The last lines of `failure.text` give way if there are too many. The text of a
/// mismatch is that of FormatMismatch, which says all this itself.
std::string FailureText(const FailureOfRun& failure);

}  // namespace nve
