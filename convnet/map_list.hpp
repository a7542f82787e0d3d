// SPDX-License-Identifier: Apache-2.0
// The list of input maps of an output map, as descriptors write it: map indices and ranges of them,
// separated by commas, white space or both. "0-3,7 9-11" means 0, 1, 2, 3, 7, 9, 10, 11.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {

// As in the schema.
inline constexpr int kMaxMapIndex = 4095;

// A whole number from 0 to 2^31 - 1, with white space around it; nothing if it is none.
std::optional<int> ToInt(std::string_view text);

// The maps of a list in its order, each once. What is wrong with it (no index, a range that runs
// backwards, a map listed twice, another number of maps than `count`) is reported with `where`.
//
// A print may have wrapped a long list of numbers within a number (the thesis breaks 70 into "7"
// and "0"): if only the reading without the ends of lines has `count` numbers, that one is meant.
// Lists with ranges are short and are never read that way.
std::vector<int> ReadMapList(const std::string& text, std::optional<int> count,
                             const SourceLocation& where, Diagnostics& diagnostics);

}  // namespace nve
