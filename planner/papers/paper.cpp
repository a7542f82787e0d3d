// SPDX-License-Identifier: Apache-2.0
// Writes tables and charts of papers: see paper.hpp.
#include "planner/papers/paper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/output_file.hpp"
#include "base/json/json_file.hpp"
#include "base/text/csv.hpp"
#include "report/result/result_json.hpp"
#include "report/text_table.hpp"

namespace nve::planner {
namespace {

std::string TableCsv(const PaperTable& table) {
  std::string csv;
  const auto add = [&](const std::vector<std::string>& cells) {
    for (const std::string& cell : cells) csv += CsvCell(cell) + ',';
    csv.back() = '\n';
  };
  add(table.columns);
  for (const auto& row : table.rows) add(row);
  return csv;
}

std::vector<std::string> Column(const PaperTable& table, size_t column) {
  std::vector<std::string> cells;
  cells.reserve(table.rows.size());
  for (const auto& row : table.rows) cells.push_back(row[column]);
  return cells;
}

bool IsNumber(const std::string& cell) {
  return cell.empty() || cell == "-" || std::isdigit(static_cast<unsigned char>(cell[0])) != 0;
}

std::string TableText(const PaperTable& table) {
  std::string text = table.title + "\n\n";
  TextTable lines(Column(table, 0), table.columns[0]);
  for (size_t column = 1; column < table.columns.size(); ++column) {
    const std::vector<std::string> cells = Column(table, column);
    lines.Add(
        "", table.columns[column], cells,
        std::ranges::all_of(cells, IsNumber) ? TextTable::Align::kRight : TextTable::Align::kLeft);
  }
  text += lines.Text();
  for (const std::string& note : table.notes) text += fmt::format("  {}\n", note);
  return text;
}

}  // namespace

PaperTable VerdictTable(const std::string& id, const std::string& title,
                        const std::vector<Verdict>& verdicts) {
  PaperTable table = {id, title, {"where", "holds", "claim", "because"}, {}, {}};
  for (const Verdict& verdict : verdicts) {
    table.rows.push_back(
        {verdict.where, verdict.holds ? "yes" : "no", verdict.claim, verdict.reason});
  }
  return table;
}

std::string PaperText(const Paper& paper) {
  std::string text = paper.title + '\n' + std::string(paper.title.size(), '=') + "\n\n";
  for (const PaperTable& table : paper.tables) text += TableText(table) + '\n';
  return text;
}

PaperOfPlans PaperResult(const Paper& paper) {
  PaperOfPlans result = {paper.title, {}};
  for (const PaperTable& table : paper.tables) {
    result.tables.push_back({table.id, table.title, table.columns, table.rows, table.notes});
  }
  return result;
}

void WritePapers(const std::vector<Paper>& papers, const std::string& folder,
                 const std::string& command) {
  std::vector<std::pair<std::string, std::string>> files;  // path and text
  const auto add = [&](const std::string& name, const std::string& contents) {
    files.emplace_back(fmt::format("{}/{}", folder, name), contents);
  };
  std::string text;
  PapersFile file;
  for (const Paper& paper : papers) {
    text += PaperText(paper);
    file.papers.push_back(PaperResult(paper));
    for (const PaperTable& table : paper.tables) {
      add(table.id + ".csv", TableCsv(table));
    }
    for (const PaperChart& chart : paper.charts) add(chart.id + ".svg", chart.svg);
  }
  add("plans.txt", text);
  add("plans.json", JsonText(ResultJson(WithCommand(file, command))));
  // None of them is written if one cannot be.
  Diagnostics problems;
  for (const auto& [name, contents] : files) {
    if (!std::filesystem::is_directory(name)) continue;
    problems.Error({name, 0, ""}, "found a folder, allowed: a file");
  }
  problems.ThrowIfErrors();
  for (const auto& [name, contents] : files) WriteFileAtomically(name, contents);
}

}  // namespace nve::planner
