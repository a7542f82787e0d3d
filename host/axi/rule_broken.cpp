// SPDX-License-Identifier: Apache-2.0
// Broken rules in words: see rule_broken.hpp.
#include "host/axi/rule_broken.hpp"

#include <fmt/format.h>

namespace nve {

std::string ToText(const RuleBreach& rule) {
  return fmt::format("{} rule {} broken at {} in cycle {}: found {}, allowed: {}", rule.of,
                     rule.rule, rule.place, rule.cycle, rule.found, rule.allowed);
}

}  // namespace nve
