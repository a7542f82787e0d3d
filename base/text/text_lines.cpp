// SPDX-License-Identifier: Apache-2.0
// Lines of a text: see text_lines.hpp.
#include "base/text/text_lines.hpp"

#include <algorithm>

namespace nve {

size_t LineCount(const std::string& text) {
  return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string FirstLines(const std::string& text, size_t count) {
  size_t end = 0;
  for (size_t line = 0; line < count; ++line) {
    const size_t newline = text.find('\n', end);
    if (newline == std::string::npos) return text;
    end = newline + 1;
  }
  return text.substr(0, end);
}

}  // namespace nve
