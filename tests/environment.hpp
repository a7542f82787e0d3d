// Numbers that environment variables give a test program.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

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
  uint64_t value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || rest != text.data() + text.size() || value < least ||
      value > kMostOfEnvironment) {
    throw std::invalid_argument(
        fmt::format("{}: found '{}', allowed: {} to {}", name, text, least, kMostOfEnvironment));
  }
  return value;
}

}  // namespace nve::testing
