// SPDX-License-Identifier: Apache-2.0
// Numbers among the options: see number_options.hpp.
#include "base/cli/number_options.hpp"

#include <fmt/format.h>

#include <optional>

namespace nve {

CLI::Validator Count(uint64_t least, uint64_t most) {
  return {[least, most](std::string& text) -> std::string {
            const std::optional<uint64_t> value = ParseNumber(text, most);
            if (!value || *value < least) {
              return NumberProblem(text, fmt::format("{} to {}", least, most));
            }
            text = std::to_string(*value);
            return "";
          },
          ""};
}

CLI::Validator MultipleOf(uint64_t unit) {
  return {[unit](std::string& text) -> std::string {
            const std::optional<uint64_t> value = ParseNumber(text);
            if (value && *value % unit == 0) return "";
            return NumberProblem(text, fmt::format("multiples of {}", unit));
          },
          ""};
}

CLI::Validator Decimal(double least, double most) {
  return {[least, most](std::string& text) -> std::string {
            const std::optional<double> value = ParseDecimal(text);
            if (value && *value >= least && *value <= most) return "";
            return fmt::format("found '{}', allowed: {} to {:.0f}, such as 2.5", text, least, most);
          },
          ""};
}

CLI::Validator CopyRate() {
  constexpr double kLeast = 0.1;
  constexpr double kMost = 1e6;
  return Decimal(kLeast, kMost);
}

CLI::Validator RangeText(const std::string& thing, char separator) {
  return {[thing, separator](std::string& text) -> std::string {
            if (ParseRange(text, separator).has_value()) return "";
            return fmt::format(
                "found '{0}', allowed: FIRST{1}LAST, FIRST{1} or one {2}, FIRST not above LAST, "
                "which is at most {3}",
                text, separator, thing, UINT64_MAX);
          },
          ""};
}

CLI::Validator ClosedRangeText(const std::string& thing, uint64_t most) {
  return {[thing, most](std::string& text) -> std::string {
            constexpr uint64_t kLast = UINT64_MAX - 1;
            const std::optional<NumberRange> range = ParseRange(text);
            if (range && range->last <= kLast && range->last - range->first < most) return "";
            return fmt::format(
                "found '{0}', allowed: FIRST-LAST or one {1}, no more than {2} of them, up to {3}",
                text, thing, most, kLast);
          },
          ""};
}

}  // namespace nve
