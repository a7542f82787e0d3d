// SPDX-License-Identifier: Apache-2.0
// Numbers from text: see numbers.hpp.
#include "base/text/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>

namespace nve {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// from_chars of the library, which takes a minus sign; the whole text must be taken.
template <typename Value, typename Form>
std::optional<Value> Whole(std::string_view text, Form form) {
  Value value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, form);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

}  // namespace

std::optional<uint64_t> ParseNumber(std::string_view text, uint64_t most, int base) {
  const std::optional<uint64_t> value = Whole<uint64_t>(text, base);
  return value && *value <= most ? value : std::nullopt;
}

std::optional<int64_t> ParseSigned(std::string_view text, int64_t least, int64_t most) {
  const std::optional<int64_t> value = Whole<int64_t>(text, 10);
  return value && *value >= least && *value <= most ? value : std::nullopt;
}

std::optional<double> ParseDecimal(std::string_view text) {
  const size_t point = std::min(text.find('.'), text.size());
  const std::string_view fraction = text.substr(std::min(point + 1, text.size()));
  const auto are_digits = [](std::string_view part) {
    return !part.empty() && std::all_of(part.begin(), part.end(), IsDigit);
  };
  if (!are_digits(text.substr(0, point))) return std::nullopt;
  if (point < text.size() && !are_digits(fraction)) return std::nullopt;
  return Whole<double>(text, std::chars_format::fixed);
}

std::optional<NumberRange> ParseRange(std::string_view text, char separator) {
  const size_t end = std::min(text.find(separator), text.size());
  const std::optional<uint64_t> first = ParseNumber(text.substr(0, end));
  if (!first) return std::nullopt;
  if (end == text.size()) return NumberRange{*first, *first};
  if (end + 1 == text.size()) return NumberRange{.first = *first};
  const std::optional<uint64_t> last = ParseNumber(text.substr(end + 1));
  if (!last || *last < *first) return std::nullopt;
  return NumberRange{*first, *last};
}

std::string NumberProblem(std::string_view text, const std::string& allowed) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), IsDigit);
  return fmt::format("found '{}', allowed: {}{}", text, allowed,
                     plain ? "" : ", in decimal digits and nothing else");
}

std::string ShortDigits(std::string_view digits) {
  constexpr size_t kMost = 20;
  if (digits.size() <= kMost) return std::string(digits);
  return fmt::format("{}... ({} digits)", digits.substr(0, kMost), digits.size());
}

}  // namespace nve
