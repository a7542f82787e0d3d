// SPDX-License-Identifier: Apache-2.0
// Limits of a regression gate: by how much a number of a result may become worse
// (docs/report.md, section 5).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace nve {

/// KEY:+N%, KEY:-N%, KEY:+N or KEY:-N. The sign is the direction that is worse, N how far a number
/// may go there: percent of the earlier one, or the number's own unit.
struct LimitRule {
  std::string text;  ///< as it was written
  std::string key;
  bool more_is_worse = true;
  double amount = 0;
  bool percent = false;

  /// Whether a number that was `before` may be `now`.
  bool Allows(double before, double now) const;
};

/// What is allowed, for messages.
inline constexpr const char* kLimitGrammar =
    "KEY:+N%, KEY:-N%, KEY:+N or KEY:-N, such as layers.elapsed_cycles:+2%";

/// Nothing if the text is no rule.
std::optional<LimitRule> ParseLimitRule(const std::string& text);

/// A number of a result, by the names that lead there.
struct KeyedNumber {
  std::string name;  ///< layers.L1.cycles
  double value = 0;
};

/// The numbers that a key means: names of members with dots between them. In a list, the rest
/// of the key means the element whose name or number of the core it begins with, or all of them.
/// InputError with `file` and what is allowed if there is no such number.
std::vector<KeyedNumber> NumbersOf(const nlohmann::ordered_json& result, const std::string& key,
                                   const std::string& file);

}  // namespace nve
