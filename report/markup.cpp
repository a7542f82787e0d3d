// SPDX-License-Identifier: Apache-2.0
// Texts and numbers in markup: see markup.hpp.
#include "report/markup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace nve {
namespace {

// An escape for a character at the beginning of a text that turns the direction of a line, with as
// many bytes as it has; none: it is another one.
std::pair<const char*, size_t> DirectionEscape(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, const char*>, 12> kDirections = {
      {{"\u061c", "\\u061c"},
       {"\u200e", "\\u200e"},
       {"\u200f", "\\u200f"},
       {"\u202a", "\\u202a"},
       {"\u202b", "\\u202b"},
       {"\u202c", "\\u202c"},
       {"\u202d", "\\u202d"},
       {"\u202e", "\\u202e"},
       {"\u2066", "\\u2066"},
       {"\u2067", "\\u2067"},
       {"\u2068", "\\u2068"},
       {"\u2069", "\\u2069"}}};
  if (static_cast<unsigned char>(text.front()) < 0x80) return {nullptr, 0};
  for (const auto& [character, escape] : kDirections) {
    if (text.starts_with(character)) return {escape, character.size()};
  }
  return {nullptr, 0};
}

bool IsControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

std::string WithEscapes(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const auto [escape, size] = DirectionEscape(text);
    if (escape != nullptr) {
      escaped += escape;
    } else {
      escaped += text.front();
    }
    text.remove_prefix(escape != nullptr ? size : 1);
  }
  return escaped;
}

}  // namespace

std::string XmlText(std::string_view text) {
  std::string escaped;
  for (const char c : WithEscapes(text)) {
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
        escaped += IsControl(c) ? ' ' : c;
    }
  }
  return escaped;
}

std::string VisibleText(std::string_view text) {
  std::string visible = WithEscapes(text);
  std::ranges::replace_if(visible, IsControl, '?');
  return visible;
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
