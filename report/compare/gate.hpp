// SPDX-License-Identifier: Apache-2.0
// The regression gate: whether a later result may take the place of a first one
// (docs/report.md, section 5).
#pragma once

#include <string>
#include <vector>

#include "report/compare/limit_check.hpp"

namespace nve {

struct GateResult {
  bool passed = true;
  std::string problem;  ///< what the later result is or has done, if it does not pass
  std::string text;     ///< what was found, in whole lines
  std::vector<std::string> warnings;
};

/// A later result that failed never passes. InputError with all problems if the first one failed,
/// if they are of different work, or if a rule means nothing.
GateResult CheckGate(const ReportedRun& first, const ReportedRun& later,
                     const std::vector<LimitRule>& rules);

}  // namespace nve
