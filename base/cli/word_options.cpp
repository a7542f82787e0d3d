// SPDX-License-Identifier: Apache-2.0
// Words among the options: see word_options.hpp.
#include "base/cli/word_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/text/numbers.hpp"

namespace nve {
namespace {

constexpr int kAnyNumber = -1;  // of times that an option is given, for the parser

// What a check allows: it says so of a text that is none.
std::string AllowedBy(const CLI::Validator& check) {
  const std::string problem = check(std::string());
  constexpr std::string_view kAllowed = "allowed: ";
  const size_t allowed = problem.find(kAllowed);
  return allowed == std::string::npos ? "" : problem.substr(allowed + kAllowed.size());
}

std::vector<std::string> PartsOf(const std::string& text, const CLI::Validator& part) {
  if (part(text).empty()) return {text};
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

CLI::Validator ListOf(const CLI::Validator& part) {
  return {[part](const std::string& text) -> std::string {
            const std::vector<std::string> parts = PartsOf(text, part);
            for (const std::string& one : parts) {
              if (one.empty() && parts.size() > 1) {
                return fmt::format("found '{}' with an empty part, allowed: {}", text,
                                   AllowedBy(part));
              }
              std::string problem = part(one);
              if (!problem.empty()) return problem;
            }
            return "";
          },
          ""};
}

std::string WordOf(const std::string& text, const std::string& /*type*/) { return text; }

uint64_t WordOf(const std::string& text, uint64_t /*type*/) { return ParseNumber(text).value(); }

// Not with a delimiter of the parser, which drops empty parts.
template <typename Value>
CLI::Option* Add(CLI::App& app, const std::string& name, std::vector<Value>& values,
                 const std::string& description, const CLI::Validator& part) {
  const auto take = [&values, part](const CLI::results_t& texts) {
    values.clear();
    for (const std::string& text : texts) {
      for (const std::string& one : PartsOf(text, part)) values.push_back(WordOf(one, Value()));
    }
    return true;
  };
  const std::string standard = fmt::format("{}", fmt::join(values, ","));
  return app.add_option(name, take, description)
      ->expected(1, kAnyNumber)
      ->option_text(standard.empty() ? "LIST" : "LIST=" + standard)
      ->check(ListOf(part));
}

}  // namespace

CLI::Validator OneOf(const std::vector<std::string>& names) {
  return {[names](const std::string& text) -> std::string {
            if (std::find(names.begin(), names.end(), text) != names.end()) return "";
            return fmt::format("found '{}', allowed: {}", text, fmt::join(names, ", "));
          },
          ""};
}

std::string MissingValue(CLI::Option& option) {
  std::string allowed;
  try {
    for (int i = 0; allowed.empty(); ++i) allowed = AllowedBy(*option.get_validator(i));
  } catch (const CLI::OptionNotFound&) {
    allowed = "a value";
  }
  return "found no value, allowed: " + allowed;
}

CLI::Option* AddList(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                     const std::string& description, const CLI::Validator& part) {
  return Add(app, name, values, description, part);
}

CLI::Option* AddList(CLI::App& app, const std::string& name, std::vector<uint64_t>& values,
                     const std::string& description, const CLI::Validator& part) {
  return Add(app, name, values, description, part);
}

}  // namespace nve
