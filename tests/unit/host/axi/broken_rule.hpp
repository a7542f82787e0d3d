// SPDX-License-Identifier: Apache-2.0
// Which rule a checker says is broken, for the tests of the checkers.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "host/axi/axi_checker.hpp"
#include "host/axi/rule_broken.hpp"

namespace nve::testing {

inline constexpr uint64_t kTimeout = 20;
inline constexpr AxiLimits kLimits = {.acceptance = 2, .timeout = kTimeout};

inline constexpr uint8_t kExclusiveOkay = 1;  ///< an xRESP that no port here may give

/// The text of the rule that `run` breaks, "" if none.
inline std::string BrokenRule(const std::function<void()>& run) {
  try {
    run();
  } catch (const RuleBroken& broken) {
    EXPECT_EQ(broken.what(), ToText(broken.rule()));
    return broken.what();
  }
  return "";
}

}  // namespace nve::testing
