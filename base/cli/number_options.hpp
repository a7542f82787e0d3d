// SPDX-License-Identifier: Apache-2.0
// Checks of numbers among the options, for CLI11: all of them take what numbers.hpp takes, and what
// they refuse reads "--name: found X, allowed: Y". An option without them would take 010 for eight.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <string>

#include "base/text/numbers.hpp"

namespace nve {

/// A decimal number from `least` to `most`. For Option::transform: leading zeros go.
CLI::Validator Count(uint64_t least, uint64_t most = INT64_MAX);

/// A decimal number that is a multiple of `unit`; for Option::check behind Count.
CLI::Validator MultipleOf(uint64_t unit);

/// A number from `least` to `most` that may have decimals.
CLI::Validator Decimal(double least, double most);

/// Megabytes per second that a processor copies: 0.1 to 1000000.
CLI::Validator CopyRate();

/// A text that ParseRange takes; `thing` is what one number is called.
CLI::Validator RangeText(const std::string& thing, char separator = '-');

/// "FIRST-LAST" or one number, which ParseRange takes: `most` numbers at most, and one may stand
/// behind the last.
CLI::Validator ClosedRangeText(const std::string& thing, uint64_t most);

}  // namespace nve
