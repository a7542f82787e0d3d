// SPDX-License-Identifier: Apache-2.0
// Texts and numbers in markup: see markup.hpp.
#include "report/markup.hpp"

#include <fmt/format.h>

namespace nve {

std::string XmlText(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\n':
        escaped += c;
        break;
      default:
        escaped += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
    }
  }
  return escaped;
}

std::string GroupedNumber(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  const size_t first = text.front() == '-' ? 1 : 0;
  if (text.find_first_not_of("0.", first) == std::string::npos) text.erase(0, first);  // -0.0
  const size_t point = text.find('.');
  const size_t begin = text.front() == '-' ? 1 : 0;
  for (size_t at = point == std::string::npos ? text.size() : point; at > begin + 3;) {
    at -= 3;
    text.insert(at, "\u202f");
  }
  return text;
}

std::string SignedNumber(double value, int decimals) {
  const std::string text = GroupedNumber(value, decimals);
  const bool zero = text.find_first_not_of("0.") == std::string::npos;
  return (value > 0 && !zero ? "+" : "") + text;
}

}  // namespace nve
