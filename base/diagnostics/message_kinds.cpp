// SPDX-License-Identifier: Apache-2.0
#include "base/diagnostics/message_kinds.hpp"

#include <fmt/format.h>

#include <cctype>
#include <map>
#include <tuple>

namespace nve {
namespace {

constexpr int kMostListed = 3;

/// The text without its numbers and quoted values.
std::string PatternOf(const std::string& text) {
  std::string pattern;
  bool quoted = false;
  for (const char c : text) {
    if (c == '\'') quoted = !quoted;
    if (quoted || std::isdigit(static_cast<unsigned char>(c)) != 0) continue;
    pattern += c;
  }
  return pattern;
}

using Kind = std::tuple<Severity, std::string, std::string, std::string>;

Kind KindOf(const Diagnostic& diagnostic) {
  return {diagnostic.severity, diagnostic.where.file, diagnostic.where.element,
          PatternOf(diagnostic.text)};
}

void Add(Diagnostics& diagnostics, const Diagnostic& diagnostic, const std::string& more) {
  const std::string text = diagnostic.text + more;
  switch (diagnostic.severity) {
    case Severity::kNote:
      diagnostics.Note(diagnostic.where, text);
      break;
    case Severity::kWarning:
      diagnostics.Warning(diagnostic.where, text);
      break;
    case Severity::kError:
      diagnostics.Error(diagnostic.where, text);
      break;
  }
}

}  // namespace

Diagnostics FirstOfEachKind(const Diagnostics& diagnostics) {
  std::map<Kind, int> count;
  for (const Diagnostic& diagnostic : diagnostics.all()) ++count[KindOf(diagnostic)];
  Diagnostics result;
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    int& left = count[KindOf(diagnostic)];
    if (left == 0) continue;
    const bool listed = left <= kMostListed;
    Add(result, diagnostic,
        listed ? "" : fmt::format("; {} more elements have the same problem", left - 1));
    // Of a kind that is listed nothing is left out.
    left = listed ? kMostListed : 0;
  }
  return result;
}

}  // namespace nve
