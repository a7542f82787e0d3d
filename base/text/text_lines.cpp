// SPDX-License-Identifier: Apache-2.0
// Parts of a text: see text_lines.hpp.
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

std::vector<std::string_view> PartsOf(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace nve
