// SPDX-License-Identifier: Apache-2.0
// Checks limits.
#include "report/compare/limit_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/compare/run_verdict.hpp"

namespace nve {
namespace {

// Whole numbers as they are, others to six digits.
std::string Shown(double number) {
  constexpr double kMostWhole = 1e15;
  const bool whole = number == std::floor(number) && std::abs(number) < kMostWhole;
  return whole ? fmt::format("{:.0f}", number) : fmt::format("{:.6g}", number);
}

std::string Problem(const LimitedNumber& number) {
  const double change = number.now - number.before;
  std::string text = fmt::format("found {}, before {}", Shown(number.now), Shown(number.before));
  if (number.before != 0) {
    text += fmt::format(", {:+.2f} %", 100 * change / std::abs(number.before));
  }
  return text;
}

// What the file says: an older file says nothing of what has come later.
nlohmann::ordered_json JsonOf(const RunResult& result) {
  nlohmann::ordered_json json = RunJson(result);
  ForEachField<RunResult>([&](const auto& field) {
    if (field.since > result.schema_version) json.erase(field.key);
  });
  // Of a run of a part the other layers have nothing but zeros.
  auto& layers = json["layers"];
  for (size_t at = result.layers.size(); at-- > 0;) {
    if (!HasEnded(result, result.layers[at])) layers.erase(at);
  }
  return json;
}

// The numbers of both; a name that one of them lacks is a problem.
std::vector<LimitedNumber> Both(const std::vector<KeyedNumber>& before,
                                const std::vector<KeyedNumber>& now, const LimitRule& rule,
                                const std::string& before_file, const std::string& now_file,
                                Diagnostics& problems) {
  std::vector<LimitedNumber> numbers;
  const auto missing = [&](const std::string& file, const std::string& name) {
    problems.Error({file, 0, ""}, fmt::format("--fail-on {}: found no {}, allowed: the same names "
                                              "in both results",
                                              rule.key, name));
  };
  for (const KeyedNumber& old : before) {
    const auto found = std::ranges::find(now, old.name, &KeyedNumber::name);
    if (found == now.end()) {
      missing(now_file, old.name);
    } else {
      numbers.push_back({old.name, old.value, found->value, rule.Allows(old.value, found->value)});
    }
  }
  for (const KeyedNumber& own : now) {
    if (std::ranges::find(before, own.name, &KeyedNumber::name) == before.end()) {
      missing(before_file, own.name);
    }
  }
  return numbers;
}

}  // namespace

bool LimitCheck::Passed() const {
  return std::ranges::all_of(numbers, [](const LimitedNumber& n) { return n.allowed; });
}

std::string LimitCheck::Text() const {
  const auto wrong = std::ranges::count(numbers, false, &LimitedNumber::allowed);
  std::string text =
      fmt::format("{}: {} of {} worse than allowed\n", rule.text, wrong, numbers.size());
  for (const LimitedNumber& number : numbers) {
    if (!number.allowed) text += fmt::format("  {}: {}\n", number.name, Problem(number));
  }
  return text;
}

std::vector<LimitCheck> CheckLimits(const ReportedRun& before, const ReportedRun& now,
                                    const std::vector<LimitRule>& rules) {
  const nlohmann::ordered_json old_json = JsonOf(before.result), json = JsonOf(now.result);
  std::vector<LimitCheck> checks;
  Diagnostics problems;
  const auto numbers = [&](const nlohmann::ordered_json& from, const std::string& key,
                           const std::string& path) {
    try {
      return NumbersOf(from, key, path);
    } catch (const InputError& error) {
      problems.Append(error);
      return std::vector<KeyedNumber>();
    }
  };
  for (const LimitRule& rule : rules) {
    const auto old = numbers(old_json, rule.key, before.path);
    const auto own = numbers(json, rule.key, now.path);
    if (!problems.ok()) continue;
    checks.push_back({rule, Both(old, own, rule, before.path, now.path, problems)});
  }
  problems.ThrowIfErrors();
  return checks;
}

}  // namespace nve
