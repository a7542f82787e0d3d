// SPDX-License-Identifier: Apache-2.0
// Cells of a CSV table.
#pragma once

#include <string>

namespace nve {

/// A text as one cell: in double quotes if it has a comma, a double quote or the end of a line (RFC
/// 4180).
std::string CsvCell(const std::string& text);

}  // namespace nve
