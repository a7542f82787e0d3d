// SPDX-License-Identifier: Apache-2.0
// Lays out tables of a page.
#include "report/html/html_table.hpp"

#include <algorithm>

namespace nve {

HtmlTable::HtmlTable(std::string id, std::string caption, std::vector<std::string> columns)
    : id_(std::move(id)), caption_(std::move(caption)), columns_(std::move(columns)) {}

void HtmlTable::Row(std::vector<HtmlValue> cells, const std::string& css) {
  NVE_CHECK(cells.size() == columns_.size(), "a row has a cell for each column");
  rows_.push_back({std::move(cells), css});
}

std::vector<size_t> HtmlTable::Shown() const {
  std::vector<size_t> shown;
  for (size_t column = 0; column < columns_.size(); ++column) {
    const bool something = std::ranges::any_of(rows_, [&](const Line& row) {
      const HtmlValue& cell = row.cells[column];
      return !cell.source.empty() || (!cell.number && !cell.text.empty());
    });
    if (column == 0 || something) shown.push_back(column);
  }
  return shown;
}

Html HtmlTable::Part() const {
  const std::vector<size_t> shown = Shown();
  Html html;
  // A table wider than the window moves below it, by keys too.
  html.Open("div",
            {{"class", "wide"}, {"tabindex", "0"}, {"role", "group"}, {"aria-labelledby", id_}});
  html.Open("table").Element("caption", caption_, {{"id", id_}});
  html.Open("thead").Open("tr");
  for (const size_t column : shown) {
    HtmlAttributes attributes = {{"scope", "col"}};
    // A head stands above its numbers.
    const auto is_number = [&](const Line& row) { return row.cells[column].number; };
    if (std::ranges::any_of(rows_, is_number)) attributes.emplace_back("class", "number");
    html.Element("th", columns_[column], attributes);
  }
  html.Close().Close().Open("tbody");
  for (const Line& row : rows_) {
    html.Open("tr", row.css.empty() ? HtmlAttributes{} : HtmlAttributes{{"class", row.css}});
    for (const size_t column : shown) {
      const HtmlValue& cell = row.cells[column];
      HtmlAttributes attributes;
      if (column == 0) attributes.emplace_back("scope", "row");
      const std::string css = (cell.number ? "number " : "") + cell.css;
      if (!css.empty())
        attributes.emplace_back("class", css.substr(0, css.find_last_not_of(' ') + 1));
      html.Value(cell, column == 0 ? "th" : "td", attributes);
    }
    html.Close();
  }
  html.Close().Close().Close();
  return html;
}

Html Details(const std::string& summary, const Html& part) {
  Html html;
  html.Open("details").Element("summary", summary).Add(part).Close();
  return html;
}

}  // namespace nve
