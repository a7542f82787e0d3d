// SPDX-License-Identifier: Apache-2.0
// Two results against limits.
#pragma once

#include <string>
#include <vector>

#include "report/compare/limit_rule.hpp"
#include "report/compare/reported_run.hpp"

namespace nve {

/// A number of both results.
struct LimitedNumber {
  std::string name;
  double before = 0, now = 0;
  bool allowed = true;
};

struct LimitCheck {
  LimitRule rule;
  std::vector<LimitedNumber> numbers;

  bool Passed() const;
  /// A line that says how many numbers the rule is about, and one for each that is not allowed.
  std::string Text() const;
};

/// Every rule. InputError with all problems if a key means nothing in one of the results, or other
/// names in each.
std::vector<LimitCheck> CheckLimits(const ReportedRun& before, const ReportedRun& now,
                                    const std::vector<LimitRule>& rules);

}  // namespace nve
