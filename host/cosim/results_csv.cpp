// SPDX-License-Identifier: Apache-2.0
// Flat tables of nested results: see results_csv.hpp.
#include "host/cosim/results_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/text/csv.hpp"
#include "report/result/result_json.hpp"

namespace nve {
namespace {

using Json = nlohmann::ordered_json;
using Row = std::map<std::string, std::string>;

constexpr const char* kHistogram = "latency";

std::string Cell(const Json& value) {
  return value.is_string() ? CsvCell(value.get<std::string>()) : value.dump();
}

// The numbers and texts of `value`; new names go to the end of `columns`.
void Flatten(const Json& value, const std::string& prefix, Row& row,
             std::vector<std::string>& columns) {
  for (const auto& [key, member] : value.items()) {
    if (key == kHistogram && member.is_object()) continue;
    const std::string name = prefix + key;
    if (member.is_object()) {
      Flatten(member, name + ".", row, columns);
      continue;
    }
    if (std::find(columns.begin(), columns.end(), name) == columns.end()) columns.push_back(name);
    row[name] = Cell(member);
  }
}

}  // namespace

std::string ResultsCsv(const RunResult& result) {
  std::vector<std::string> columns = {"kind"};
  std::vector<Row> rows;
  const auto add = [&](const char* kind, const LayerOfRun& layer) {
    Row row = {{"kind", kind}};
    Flatten(ResultJson(layer), "", row, columns);
    rows.push_back(std::move(row));
  };
  for (const LayerOfRun& layer : result.layers) add("layer", layer);
  if (result.programs) {
    for (const LayerOfRun& program : *result.programs) add("program", program);
  }
  if (result.total) add("total", *result.total);
  std::string text;
  for (const std::string& column : columns) text += (text.empty() ? "" : ",") + column;
  text += '\n';
  for (const Row& row : rows) {
    std::string line;
    for (const std::string& column : columns) {
      const auto cell = row.find(column);
      line += (&column == columns.data() ? "" : ",") + (cell == row.end() ? "" : cell->second);
    }
    text += line + '\n';
  }
  return text;
}

}  // namespace nve
