// SPDX-License-Identifier: Apache-2.0
// The only parser of the numbers that users hand in: on command lines, in the environment, in XML,
// assembly and lists.
//
// A number is decimal and fills its text: 010 is ten, and blanks, a plus sign, 0x10, 1e3, 1_000
// and numbers beyond the limit are none. Formats that allow more say so and ask for it here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nve {

/// The number from 0 to `most` that all of `text` is, in digits of `base`; nothing if it is none.
std::optional<uint64_t> ParseNumber(std::string_view text, uint64_t most = UINT64_MAX,
                                    int base = 10);

/// The same from `least` to `most`, with a minus sign before negative ones.
std::optional<int64_t> ParseSigned(std::string_view text, int64_t least = INT64_MIN,
                                   int64_t most = INT64_MAX);

/// Digits, with a point and digits behind them if it is no whole number: 2.5, never 1e3 or inf.
std::optional<double> ParseDecimal(std::string_view text);

/// Numbers, both ends included.
struct NumberRange {
  uint64_t first = 0;
  uint64_t last = UINT64_MAX;
};

/// "FIRST-LAST", "FIRST-" or one number, with another separator if it is given; nothing for any
/// other text.
std::optional<NumberRange> ParseRange(std::string_view text, char separator = '-');

/// "found 'TEXT', allowed: ALLOWED", with how numbers are written if `text` is none.
std::string NumberProblem(std::string_view text, const std::string& allowed);

/// Digits for a message: of very many, as a damaged file may have them, the first and their number.
std::string ShortDigits(std::string_view digits);

}  // namespace nve
