// SPDX-License-Identifier: Apache-2.0
// Tables as text.
#pragma once

#include <string>
#include <vector>

namespace nve {

/// A table whose columns are as wide as their widest cell; groups of columns have a heading.
class TextTable {
 public:
  /// Numbers stand at the right of their column, texts at its left.
  enum class Align { kLeft, kRight };

  /// `corner` stands above the names of the rows.
  explicit TextTable(std::vector<std::string> row_names, std::string corner = "");

  /// A column of cells, one per row; left out if every cell is empty.
  void Add(const std::string& group, const std::string& title,
           const std::vector<std::string>& cells, Align align = Align::kRight);

  std::string Text() const;

 private:
  struct Column {
    std::string group;
    std::vector<std::string> cells;  ///< title first
    size_t width = 0;
    Align align = Align::kRight;
  };

  std::vector<std::string> row_names_;
  std::string corner_;
  std::vector<Column> columns_;
};

}  // namespace nve
