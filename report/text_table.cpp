// SPDX-License-Identifier: Apache-2.0
// Lays out text tables.
#include "report/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nve {

TextTable::TextTable(std::vector<std::string> row_names, std::string corner)
    : row_names_(std::move(row_names)), corner_(std::move(corner)) {}

void TextTable::Add(const std::string& group, const std::string& title,
                    const std::vector<std::string>& cells, Align align) {
  if (std::all_of(cells.begin(), cells.end(), [](const auto& cell) { return cell.empty(); })) {
    return;
  }
  Column column = {group, {title}, 0, align};
  column.cells.insert(column.cells.end(), cells.begin(), cells.end());
  for (const std::string& cell : column.cells) column.width = std::max(column.width, cell.size());
  columns_.push_back(std::move(column));
}

std::string TextTable::Text() const {
  size_t names = corner_.size();
  for (const std::string& name : row_names_) names = std::max(names, name.size());
  // Columns without headings need no line for them.
  const bool headings =
      std::ranges::any_of(columns_, [](const Column& c) { return !c.group.empty(); });
  std::string groups = fmt::format("{:{}}", corner_, names);
  std::vector<std::string> lines = {headings ? std::string(names, ' ') : groups};
  for (const std::string& name : row_names_) lines.push_back(fmt::format("{:{}}", name, names));
  for (size_t first = 0; first < columns_.size();) {
    const std::string& group = columns_[first].group;
    size_t end = first + 1;
    while (end < columns_.size() && columns_[end].group == group) ++end;
    groups.resize(lines[0].size(), ' ');
    groups += " | " + group;
    size_t room = group.size();
    for (size_t c = first; c < end; ++c) {
      // The last column of a group makes up for a heading wider than all of them.
      const size_t width = c + 1 < end ? columns_[c].width : std::max(columns_[c].width, room);
      room -= std::min(room, width + 2);
      for (size_t row = 0; row < lines.size(); ++row) {
        lines[row] += c == first ? " | " : "  ";
        const std::string& cell = columns_[c].cells[row];
        lines[row] += columns_[c].align == Align::kLeft ? fmt::format("{:{}}", cell, width)
                                                        : fmt::format("{:>{}}", cell, width);
      }
    }
    first = end;
  }
  std::string text = headings ? groups + '\n' : "";
  for (const std::string& line : lines) {
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

}  // namespace nve
