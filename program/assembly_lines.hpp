// SPDX-License-Identifier: Apache-2.0
// Lines, words and numbers of assembly text; used by the parser and by nve-as.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"

namespace nve::assembly {

/// One line without its comment.
struct Line {
  int number = 0;  ///< 1-based
  std::string_view text;
  std::vector<std::string> words;  ///< separated by white space; quotes removed
};

/// Lines that hold anything but comment. Unbalanced quotes are problems.
std::vector<Line> SplitLines(std::string_view text, const std::string& name, Diagnostics* problems);

/// A name as it is written: plain if it has only letters, digits and _ . : + - /, else a JSON
/// string.
std::string NameText(const std::string& name);

/// A whole decimal or 0x number in [low, high].
bool ParseInteger(std::string_view word, int64_t low, int64_t high, int64_t* value);

/// The KEY=VALUE words of a line. Every problem names the key, what was found and what is allowed.
class KeyValues {
 public:
  /// Words from `first` on.
  KeyValues(const Line& line, size_t first, const std::string& name, Diagnostics* problems);

  /// `fallback` if the key is not there.
  int64_t Number(const std::string& key, int64_t low, int64_t high, int64_t fallback);
  /// A key that must be there.
  int64_t Required(const std::string& key, int64_t low, int64_t high);
  /// HEIGHTxWIDTH, both 1 or more; must be there.
  void Size(const std::string& key, int* height, int* width);
  /// Numbers separated by commas; empty if the key is not there.
  std::vector<int64_t> List(const std::string& key, int64_t low, int64_t high);
  /// One of the given words, as index; 0 if the key is not there.
  size_t Choice(const std::string& key, const std::vector<std::string>& words);
  bool Has(const std::string& key) const { return values_.contains(key); }
  /// Reports keys nobody asked for.
  void Finish();

 private:
  void Problem(const std::string& text);

  const Line& line_;
  const std::string& name_;
  Diagnostics* problems_;
  std::map<std::string, std::string> values_;
  std::set<std::string> known_;
};

}  // namespace nve::assembly
