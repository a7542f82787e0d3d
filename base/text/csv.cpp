// SPDX-License-Identifier: Apache-2.0
// Quoting for CSV: see csv.hpp.
#include "base/text/csv.hpp"

namespace nve {

std::string CsvCell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace nve
