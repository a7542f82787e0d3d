// SPDX-License-Identifier: Apache-2.0
// Tables of fixed columns: rows can be printed as results come, and scripts find a figure where it
// always was. TextTable makes columns as wide as what it has.
#pragma once

#include <fmt/format.h>

#include <string>
#include <type_traits>
#include <vector>

namespace nve {

class RowTable {
 public:
  struct Column {
    std::string title;
    int width = 0;     ///< at least; positive: cells at the right, negative: at the left
    int decimals = 2;  ///< of cells that are no whole numbers
  };

  explicit RowTable(std::vector<Column> columns);

  /// The titles, with an end of line.
  std::string Head() const;

  /// A row with an end of line: a cell for each column.
  template <typename... Cells>
  std::string Row(const Cells&... cells) const {
    size_t column = 0;
    return RowOf({Text(cells, columns_.at(column++).decimals)...});
  }

  /// The same of cells that are texts.
  std::string RowOf(const std::vector<std::string>& cells) const;

 private:
  template <typename Cell>
  static std::string Text(const Cell& cell, int decimals) {
    if constexpr (std::is_floating_point_v<Cell>) {
      return fmt::format("{:.{}f}", cell, decimals);
    } else {
      return fmt::format("{}", cell);
    }
  }

  std::vector<Column> columns_;
};

}  // namespace nve
