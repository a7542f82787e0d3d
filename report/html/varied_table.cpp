// SPDX-License-Identifier: Apache-2.0
// Rows of varied runs.
#include "report/html/varied_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "report/html/file_tables.hpp"
#include "report/html/html_table.hpp"
#include "report/html/section.hpp"

namespace nve {

Html VariedTable(const nlohmann::ordered_json& file, size_t number, int level) {
  if (file.value("schema", "") != "nve-vary" || file["rows"].empty()) return {};
  std::vector<std::string> parameters, layers;
  for (const auto& row : file["rows"]) {
    for (const auto& [name, value] : row["values"].items()) {
      if (std::ranges::find(parameters, name) == parameters.end()) parameters.push_back(name);
    }
    for (const auto& layer : row["layers"]) {
      const std::string name = layer["name"];
      if (std::ranges::find(layers, name) == layers.end()) layers.push_back(name);
    }
  }
  std::vector<std::string> heads = parameters;
  heads.insert(heads.end(), layers.begin(), layers.end());
  HtmlTable table(fmt::format("file{}-varied", number), "Elapsed clock cycles of each layer",
                  heads);
  for (size_t k = 0; k < file["rows"].size(); ++k) {
    const auto& row = file["rows"][k];
    const std::string pointer = fmt::format("{}#/rows/{}", number, k);
    std::vector<HtmlValue> cells(heads.size(), HtmlValue(std::nullopt, 0));
    for (const auto& [name, value] : row["values"].items()) {
      const auto at = static_cast<size_t>(std::ranges::find(parameters, name) - parameters.begin());
      cells[at] = JsonCell(value, pointer + "/values/" + PointerPart(name));
    }
    for (size_t layer = 0; layer < row["layers"].size(); ++layer) {
      const auto& own = row["layers"][layer];
      const auto at = static_cast<size_t>(
          std::ranges::find(layers, own["name"].get<std::string>()) - layers.begin());
      cells[parameters.size() + at] = JsonCell(
          own["elapsed_cycles"], fmt::format("{}/layers/{}/elapsed_cycles", pointer, layer));
    }
    table.Row(std::move(cells));
  }
  Html html;
  html.Open("section").Element(fmt::format("h{}", level), "Results").Add(table.Part()).Close();
  return html;
}

}  // namespace nve
