// SPDX-License-Identifier: Apache-2.0
// Tables of a page: a caption, heads of columns and rows, cells with their sources.
#pragma once

#include <string>
#include <vector>

#include "report/html/html.hpp"

namespace nve {

class HtmlTable {
 public:
  /// `id` is one that the page has nowhere else; the first column names the rows.
  HtmlTable(std::string id, std::string caption, std::vector<std::string> columns);

  /// A cell for each column; `css` is the row's class.
  void Row(std::vector<HtmlValue> cells, const std::string& css = "");

  bool Empty() const { return rows_.empty(); }

  /// Without the columns that have nothing but dashes and empty cells.
  Html Part() const;

 private:
  struct Line {
    std::vector<HtmlValue> cells;
    std::string css;
  };

  std::vector<size_t> Shown() const;

  std::string id_, caption_;
  std::vector<std::string> columns_;
  std::vector<Line> rows_;
};

/// A part that is shown on demand. A browser prints it in any case.
Html Details(const std::string& summary, const Html& part);

}  // namespace nve
