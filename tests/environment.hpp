// SPDX-License-Identifier: Apache-2.0
// Numbers that environment variables give a test program.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/text/numbers.hpp"

namespace nve::testing {

/// More than any test needs, and few enough that the sum of a first seed and a count is a number.
inline constexpr uint64_t kMostOfEnvironment = 1'000'000'000'000'000'000;

/// The decimal number in the variable `name`, `least` to kMostOfEnvironment; nothing if it is not
/// set. Throws, which fails the test, for any other text: a number misread would run something
/// else. What counts the runs of a test is 1 or more: none would prove nothing.
inline std::optional<uint64_t> EnvironmentNumber(const char* name, uint64_t least = 0) {
  const char* variable = std::getenv(name);
  if (variable == nullptr) return std::nullopt;
  const std::string_view text = variable;
  const std::optional<uint64_t> value = ParseNumber(text, kMostOfEnvironment);
  if (!value || *value < least) {
    const std::string allowed = fmt::format("{} to {}", least, kMostOfEnvironment);
    throw std::invalid_argument(fmt::format("{}: {}", name, NumberProblem(text, allowed)));
  }
  return value;
}

}  // namespace nve::testing
