// SPDX-License-Identifier: Apache-2.0
// Holds a result to rules: see gate.hpp.
#include "report/compare/gate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/compare/compared_work.hpp"
#include "report/compare/run_verdict.hpp"
#include "report/markup.hpp"

namespace nve {
namespace {

void CheckComparable(const ReportedRun& first, const ReportedRun& later, Diagnostics& problems) {
  if (VerdictOf(first.result) == Verdict::kWrong) {
    problems.Error({first.path, 0, ""},
                   VisibleText(fmt::format("--fail-on: found a first result that {}, allowed: one "
                                           "of a run that was right",
                                           VerdictText(first.result))));
  }
  for (const std::string& other : OtherWork(first, later)) {
    problems.Error({later.path, 0, ""}, VisibleText("--fail-on: " + other));
  }
}

void CheckRulesOf(const ReportedRun& first, const ReportedRun& later,
                  const std::vector<LimitRule>& rules, GateResult& gate, Diagnostics& problems) {
  try {
    for (const LimitCheck& check : CheckLimits(first, later, rules)) {
      gate.text += check.Text();
      if (check.Passed() || !gate.passed) continue;
      gate.passed = false;
      gate.problem = "is worse than allowed";
    }
  } catch (const InputError& error) {
    problems.Append(error);
  }
}

}  // namespace

GateResult CheckGate(const ReportedRun& first, const ReportedRun& later,
                     const std::vector<LimitRule>& rules) {
  GateResult gate;
  Diagnostics problems;
  CheckComparable(first, later, problems);
  if (VerdictOf(later.result) == Verdict::kWrong) {
    gate.passed = false;
    gate.problem = "failed";
    gate.text = VisibleText(fmt::format("{}: {}", later.path, VerdictText(later.result))) + '\n';
  }
  if (EndedEarly(later.result)) {
    gate.text += "no rule is checked: the run did not come to its end\n";
  } else {
    CheckRulesOf(first, later, rules, gate, problems);
  }
  problems.ThrowIfErrors();
  for (const std::string& other : OtherMachine(first, later)) {
    gate.warnings.push_back(VisibleText(later.path + ": " + other));
  }
  return gate;
}

}  // namespace nve
