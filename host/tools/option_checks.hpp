// Checks of option values for CLI11. What they refuse reads "--name: found X, allowed: Y".
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nve {

/// Numbers, both ends included.
struct NumberRange {
  uint64_t first = 0;
  uint64_t last = UINT64_MAX;
};

/// "FIRST-LAST", "FIRST-" or one number, with another separator if it is given; nothing for any
/// other text.
std::optional<NumberRange> ParseRange(const std::string& text, char separator = '-');

/// A decimal number from `least` to `most`. For Option::transform: leading zeros go.
CLI::Validator Count(uint64_t least, uint64_t most = INT64_MAX);

/// A decimal number that is a multiple of `unit`; for Option::check behind Count.
CLI::Validator MultipleOf(uint64_t unit);

/// Megabytes per second that a processor copies: 0.1 to 1000000.
CLI::Validator CopyRate();

/// One of `names`.
CLI::Validator OneOf(const std::vector<std::string>& names);

/// One of `names`, or the path of a file that is there.
CLI::Validator OneOfOrFile(const std::vector<std::string>& names);

/// A text that ParseRange takes; `thing` is what one number is called.
CLI::Validator RangeText(const std::string& thing, char separator = '-');

/// "FIRST-LAST" or one number, which ParseRange takes: `most` numbers at most, and one may stand
/// behind the last.
CLI::Validator ClosedRangeText(const std::string& thing, uint64_t most);

/// A regular file that can be written: no device, in whose place a writer might put a file. Its
/// folder is created; a file that is there is not emptied, since the command line may still be
/// wrong elsewhere.
CLI::Validator WritableFile();

/// Where waves can go: a WritableFile, as is the one beside it that describes them. No symbolic
/// link: writers of waves put a file in its place.
CLI::Validator WritableWaves();

/// Where a result can go: a WritableFile, a device, a pipe, or - for standard output. For tools
/// that run for hours, which shall not end with "cannot write".
CLI::Validator ResultFile();

}  // namespace nve
