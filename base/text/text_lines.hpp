// SPDX-License-Identifier: Apache-2.0
// Parts of a text: its lines, each with its newline, and what separators part.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nve {

size_t LineCount(const std::string& text);

/// The first `count` lines, all of a shorter text.
std::string FirstLines(const std::string& text, size_t count);

/// What stands between separators; one part, perhaps empty, if there is none.
std::vector<std::string_view> PartsOf(std::string_view text, char separator);

}  // namespace nve
