// SPDX-License-Identifier: Apache-2.0
// Reads limits and finds what they are about.
#include "report/compare/limit_rule.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <string_view>

#include "base/diagnostics/diagnostics.hpp"
#include "base/text/numbers.hpp"

namespace nve {
namespace {

using Json = nlohmann::ordered_json;

class Walk {
 public:
  Walk(const std::string& key, const std::string& file) : key_(key), file_(file) {}

  void Go(const Json& json, std::string_view rest, const std::string& name) {
    if (json.is_array()) return GoToElements(json, rest, name);
    if (rest.empty()) {
      if (!json.is_number()) Fail(name, fmt::format("{} is no number", Named(name)), json);
      found.push_back({name, json.get<double>()});
      return;
    }
    const std::string* longest = nullptr;
    std::vector<std::string> members;
    if (json.is_object()) {
      for (const auto& [member, value] : json.items()) members.push_back(member);
    }
    for (const std::string& member : members) {
      if (Begins(rest, member, true) && (longest == nullptr || member.size() > longest->size())) {
        longest = &member;
      }
    }
    if (longest == nullptr) {
      Fail(name, fmt::format("found no '{}' in {}", rest, Named(name)), json);
    }
    Go(json[*longest], Behind(rest, *longest), Join(name, *longest));
  }

  std::vector<KeyedNumber> found;

 private:
  static std::string Join(const std::string& name, const std::string& member) {
    return name.empty() ? member : name + '.' + member;
  }

  static std::string Named(const std::string& name) { return name.empty() ? "the result" : name; }

  // Whether the key goes on with a name; `last`: it may also end with it.
  static bool Begins(std::string_view rest, const std::string& name, bool last) {
    return rest.starts_with(name) && (rest.size() == name.size() ? last : rest[name.size()] == '.');
  }

  static std::string_view Behind(std::string_view rest, const std::string& name) {
    return rest.size() == name.size() ? std::string_view() : rest.substr(name.size() + 1);
  }

  static std::string NameOf(const Json& element) {
    if (!element.is_object()) return "";
    if (element.contains("name") && element["name"].is_string()) return element["name"];
    if (element.contains("core") && element["core"].is_number()) return element["core"].dump();
    return "";
  }

  void GoToElements(const Json& json, std::string_view rest, const std::string& name) {
    const Json* chosen = nullptr;
    size_t longest = 0;
    for (const Json& element : json) {
      const std::string own = NameOf(element);
      if (own.empty()) Fail(name, fmt::format("{} has no names in it", Named(name)), Json());
      if (!Begins(rest, own, false) || own.size() < longest) continue;
      chosen = &element;
      longest = own.size();
    }
    if (chosen != nullptr) {
      const std::string own = NameOf(*chosen);
      return Go(*chosen, Behind(rest, own), Join(name, own));
    }
    if (json.empty()) Fail(name, fmt::format("{} is empty", Named(name)), Json());
    for (const Json& element : json) Go(element, rest, Join(name, NameOf(element)));
  }

  [[noreturn]] void Fail(const std::string& name, const std::string& problem,
                         const Json& json) const {
    std::vector<std::string> allowed;
    if (json.is_object()) {
      for (const auto& [member, value] : json.items()) {
        if (!value.is_string() && !value.is_boolean()) allowed.push_back(Join(name, member));
      }
    }
    throw InputError({file_, 0, ""},
                     fmt::format("--fail-on {}: {}{}{}", key_, problem,
                                 allowed.empty() ? "" : ", allowed: ", fmt::join(allowed, ", ")));
  }

  const std::string& key_;
  const std::string& file_;
};

}  // namespace

bool LimitRule::Allows(double before, double now) const {
  const double worse = more_is_worse ? now - before : before - now;
  const double room = percent ? std::abs(before) * amount / 100 : amount;
  return worse <= room;
}

std::optional<LimitRule> ParseLimitRule(const std::string& text) {
  // A list of rules is none, although a key may have commas in it.
  for (size_t comma = text.find(','); comma != std::string::npos;
       comma = text.find(',', comma + 1)) {
    if (ParseLimitRule(text.substr(0, comma))) return std::nullopt;
  }
  const size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0 || colon + 2 >= text.size()) return std::nullopt;
  LimitRule rule;
  rule.text = text;
  rule.key = text.substr(0, colon);
  const char sign = text[colon + 1];
  if (sign != '+' && sign != '-') return std::nullopt;
  rule.more_is_worse = sign == '+';
  std::string amount = text.substr(colon + 2);
  rule.percent = amount.back() == '%';
  if (rule.percent) amount.pop_back();
  const std::optional<double> number = ParseDecimal(amount);
  if (!number) return std::nullopt;
  rule.amount = *number;
  return rule;
}

std::vector<KeyedNumber> NumbersOf(const Json& result, const std::string& key,
                                   const std::string& file) {
  Walk walk(key, file);
  walk.Go(result, key, "");
  return std::move(walk.found);
}

}  // namespace nve
