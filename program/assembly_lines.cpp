// SPDX-License-Identifier: Apache-2.0
// Splitting assembly text and reading its numbers.
#include "program/assembly_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text/numbers.hpp"

namespace nve::assembly {
namespace {

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// Names are written to the manifest as JSON, which is UTF-8.
bool IsUtf8(std::string_view text) {
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::all_of(text.begin(), text.end(), is_ascii)) return true;
  const std::string word(text);
  using Json = nlohmann::json;
  return Json::parse(Json(word).dump(-1, ' ', true, Json::error_handler_t::replace)) == word;
}

// Length of the quoted string at text[at] with both quotes, or 0 if it does not end.
size_t QuotedLength(std::string_view text, size_t at) {
  for (size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      return i + 1 - at;
    }
  }
  return 0;
}

// Splits one line into words; cuts the comment off line->text. Returns a problem or "".
std::string SplitWords(Line* line) {
  const std::string_view text = line->text;
  size_t at = 0;
  while (at < text.size() && text[at] != ';') {
    if (IsSpace(text[at])) {
      ++at;
    } else if (text[at] == '"') {
      const size_t length = QuotedLength(text, at);
      const auto json = nlohmann::json::parse(text.substr(at, length), nullptr, false);
      if (length == 0 || !json.is_string()) return "a quoted name that is no JSON string";
      line->words.push_back(json.get<std::string>());
      at += length;
    } else {
      const size_t start = at;
      while (at < text.size() && !IsSpace(text[at]) && text[at] != ';' && text[at] != '"') ++at;
      line->words.emplace_back(text.substr(start, at - start));
      if (!IsUtf8(line->words.back())) return "found bytes that are no UTF-8 text";
    }
  }
  line->text = text.substr(0, at);
  return "";
}

}  // namespace

std::vector<Line> SplitLines(std::string_view text, const std::string& name,
                             Diagnostics* problems) {
  std::vector<Line> lines;
  int number = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    Line line{++number, text.substr(at, end - at), {}};
    const std::string problem = SplitWords(&line);
    if (!problem.empty()) problems->Error({name, number, ""}, problem);
    if (!line.words.empty()) lines.push_back(std::move(line));
    at = end + 1;
  }
  return lines;
}

std::string NameText(const std::string& name) {
  const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("_.:+-/").find(c) != std::string_view::npos;
  });
  return plain ? name : nlohmann::json(name).dump(-1, ' ', true);
}

bool ParseInteger(std::string_view word, int64_t low, int64_t high, int64_t* value) {
  std::optional<int64_t> number;
  if (word.starts_with("0x")) {
    number = ParseNumber(word.substr(2), INT64_MAX, /*base=*/16);
  } else {
    number = ParseSigned(word);
  }
  if (!number || *number < low || *number > high) return false;
  *value = *number;
  return true;
}

KeyValues::KeyValues(const Line& line, size_t first, const std::string& name, Diagnostics* problems)
    : line_(line), name_(name), problems_(problems) {
  for (size_t i = first; i < line.words.size(); ++i) {
    const std::string& word = line.words[i];
    const size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0) {
      Problem(fmt::format("found '{}', allowed: KEY=VALUE", word));
    } else if (!values_.emplace(word.substr(0, equals), word.substr(equals + 1)).second) {
      Problem(fmt::format("key {} is given twice", word.substr(0, equals)));
    }
  }
}

void KeyValues::Problem(const std::string& text) {
  problems_->Error({name_, line_.number, ""}, text);
}

int64_t KeyValues::Number(const std::string& key, int64_t low, int64_t high, int64_t fallback) {
  known_.insert(key);
  const auto found = values_.find(key);
  int64_t value = fallback;
  if (found != values_.end() && !ParseInteger(found->second, low, high, &value)) {
    Problem(fmt::format("{}: found '{}', allowed: {} to {}", key, found->second, low, high));
  }
  return value;
}

int64_t KeyValues::Required(const std::string& key, int64_t low, int64_t high) {
  if (!Has(key)) Problem(fmt::format("{}= is missing, allowed: {} to {}", key, low, high));
  return Number(key, low, high, low);
}

void KeyValues::Size(const std::string& key, int* height, int* width) {
  known_.insert(key);
  const auto found = values_.find(key);
  const std::string text = found == values_.end() ? "" : found->second;
  const size_t x = std::min(text.find('x'), text.size());
  int64_t numbers[2] = {1, 1};
  if (x == text.size() || !ParseInteger(text.substr(0, x), 1, 1 << 30, &numbers[0]) ||
      !ParseInteger(text.substr(x + 1), 1, 1 << 30, &numbers[1])) {
    Problem(fmt::format("{}: found '{}', allowed: HEIGHTxWIDTH", key, text));
  }
  *height = static_cast<int>(numbers[0]);
  *width = static_cast<int>(numbers[1]);
}

std::vector<int64_t> KeyValues::List(const std::string& key, int64_t low, int64_t high) {
  known_.insert(key);
  std::vector<int64_t> list;
  const auto found = values_.find(key);
  if (found == values_.end() || found->second.empty()) return list;
  const std::string& text = found->second;
  for (size_t at = 0; at <= text.size();) {
    const size_t comma = std::min(text.find(',', at), text.size());
    int64_t value = 0;
    if (!ParseInteger(std::string_view(text).substr(at, comma - at), low, high, &value)) {
      Problem(fmt::format("{}: found '{}', allowed: numbers from {} to {} separated by commas", key,
                          text, low, high));
      break;
    }
    list.push_back(value);
    at = comma + 1;
  }
  return list;
}

size_t KeyValues::Choice(const std::string& key, const std::vector<std::string>& words) {
  known_.insert(key);
  const auto found = values_.find(key);
  if (found == values_.end()) return 0;
  const auto word = std::find(words.begin(), words.end(), found->second);
  if (word != words.end()) return static_cast<size_t>(word - words.begin());
  Problem(fmt::format("{}: found '{}', allowed: {}", key, found->second, fmt::join(words, ", ")));
  return 0;
}

void KeyValues::Finish() {
  for (const auto& [key, value] : values_) {
    if (!known_.contains(key)) {
      Problem(fmt::format("unknown key '{}', allowed: {}", key, fmt::join(known_, ", ")));
    }
  }
}

}  // namespace nve::assembly
