// SPDX-License-Identifier: Apache-2.0
// Lays out rows of fixed columns.
#include "report/row_table.hpp"

#include <cstdlib>
#include <utility>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {

RowTable::RowTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

std::string RowTable::Head() const {
  std::vector<std::string> titles;
  titles.reserve(columns_.size());
  for (const Column& column : columns_) titles.push_back(column.title);
  return RowOf(titles);
}

std::string RowTable::RowOf(const std::vector<std::string>& cells) const {
  NVE_CHECK(cells.size() == columns_.size(), "a row has a cell for each column");
  std::string line;
  for (size_t c = 0; c < cells.size(); ++c) {
    const int width = columns_[c].width;
    if (c > 0) line += ' ';
    line += width < 0 ? fmt::format("{:<{}}", cells[c], -width)
                      : fmt::format("{:>{}}", cells[c], width);
  }
  return line + '\n';
}

}  // namespace nve
