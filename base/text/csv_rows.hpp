// SPDX-License-Identifier: Apache-2.0
// Rows of a CSV table, as RFC 4180 writes them: what csv.hpp writes is read here.
//
// A cell in double quotes may hold commas, ends of lines and doubled double quotes. A line ends
// with LF or CRLF. Lines that begin with '#' are comments. They and empty lines are no rows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {

struct CsvRow {
  int line = 0;                    ///< where it begins, from 1
  std::vector<std::string> cells;  ///< at least one; without their quotes
};

/// All rows. Quotes in the wrong place are reported with `file` and line, and their row is read as
/// it was meant; a cell whose quotes never close takes its row with it.
std::vector<CsvRow> ParseCsv(std::string_view text, const std::string& file,
                             Diagnostics& diagnostics);

}  // namespace nve
