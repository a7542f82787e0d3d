// SPDX-License-Identifier: Apache-2.0
// Words, numbers and single signs: see ir_line.hpp.
#include "planner/ir/ir_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text/numbers.hpp"
#include "base/text/shown_byte.hpp"

namespace nve::planner {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

bool IsOfWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// A token as a message shows it: a long one is cut, a byte that is no sign is a number.
std::string Found(std::string_view token) {
  constexpr size_t kMost = 40;
  if (token.empty()) return "the end of the line";
  if (!IsOfWord(token.front())) return ShownByte(token, 0);
  if (token.size() > kMost) return fmt::format("'{}...'", token.substr(0, kMost));
  return fmt::format("'{}'", token);
}

}  // namespace

IrLine::IrLine(std::string_view text, const SourceLocation& where, Diagnostics& diagnostics)
    : where_(where), diagnostics_(diagnostics) {
  text = text.substr(0, text.find("//"));
  for (size_t at = 0; at < text.size();) {
    if (IsBlank(text[at])) {
      ++at;
      continue;
    }
    size_t end = at + 1;
    while (IsOfWord(text[at]) && end < text.size() && IsOfWord(text[end])) ++end;
    tokens_.push_back(text.substr(at, end - at));
    at = end;
  }
}

std::string_view IrLine::Peek() const {
  return next_ < tokens_.size() ? tokens_[next_] : std::string_view();
}

void IrLine::Fail(std::string_view found, const std::string& allowed) {
  if (!is_good_) return;
  is_good_ = false;
  diagnostics_.Error(where_, fmt::format("found {}, allowed: {}", Found(found), allowed));
}

bool IrLine::TakeIf(std::string_view text) {
  if (!is_good_ || Peek() != text) return false;
  ++next_;
  return true;
}

void IrLine::Take(std::string_view text) {
  if (!TakeIf(text)) Fail(Peek(), fmt::format("'{}'", text));
}

std::string IrLine::TakeWord(const std::string& allowed) {
  const std::string_view word = Peek();
  if (word.empty() || !IsOfWord(word.front())) Fail(word, allowed);
  if (!is_good_) return "";
  ++next_;
  return std::string(word);
}

int64_t IrLine::TakeNumber(const std::string& what) {
  const auto number = ParseNumber(Peek(), INT64_MAX);
  if (!number) Fail(Peek(), fmt::format("{}, 0 to {} in decimal digits", what, INT64_MAX));
  if (!is_good_) return 0;
  ++next_;
  return static_cast<int64_t>(*number);
}

IrSizes IrLine::TakeSizes() {
  IrSizes sizes = {};
  for (size_t i = 0; i < sizes.size(); ++i) {
    Take(i == 0 ? "(" : ",");
    sizes[i] = TakeNumber("one of four numbers");
  }
  Take(")");
  return sizes;
}

void IrLine::TakeEnd() {
  if (next_ < tokens_.size()) Fail(Peek(), "the end of the line");
}

}  // namespace nve::planner
