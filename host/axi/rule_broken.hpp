// SPDX-License-Identifier: Apache-2.0
// A broken rule as an exception: what was found, as data.
#pragma once

#include <utility>

#include "base/diagnostics/diagnostics.hpp"
#include "report/result/run_result.hpp"

namespace nve {

/// "AXI rule A8 broken at tile 0 mm2s in cycle 7: found X, allowed: Y"
std::string ToText(const RuleBreach& rule);

/// Ends a run; what() is ToText.
class RuleBroken : public CheckFailed {
 public:
  explicit RuleBroken(RuleBreach rule) : CheckFailed(ToText(rule)), rule_(std::move(rule)) {}

  const RuleBreach& rule() const { return rule_; }

 private:
  RuleBreach rule_;
};

}  // namespace nve
