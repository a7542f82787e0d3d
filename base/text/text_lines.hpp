// SPDX-License-Identifier: Apache-2.0
// Lines of a text, each with its newline.
#pragma once

#include <cstddef>
#include <string>

namespace nve {

size_t LineCount(const std::string& text);

/// The first `count` lines, all of a shorter text.
std::string FirstLines(const std::string& text, size_t count);

}  // namespace nve
