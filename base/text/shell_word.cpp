// SPDX-License-Identifier: Apache-2.0
// Quoting for a shell: see shell_word.hpp.
#include "base/text/shell_word.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace nve {
namespace {

std::string Quoted(const std::string& word) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_-./:=+,@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace

std::string ShellWord(std::string word) {
  if (word.starts_with('-')) word.insert(0, "./");
  return Quoted(word);
}

std::string ShellLine(int argc, const char* const* argv) {
  std::string line;
  for (int i = 0; i < argc; ++i) line += (i == 0 ? "" : " ") + Quoted(argv[i]);
  return line;
}

}  // namespace nve
