// SPDX-License-Identifier: Apache-2.0
// Results of varied parameters as files, tables and charts.
#include "report/vary/vary_result.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/diagnostics/diagnostics.hpp"
#include "base/json/json_file.hpp"
#include "base/text/csv.hpp"
#include "report/heat_map.hpp"
#include "report/line_chart.hpp"
#include "report/result/result_json.hpp"
#include "report/result/result_place.hpp"
#include "report/text_table.hpp"

namespace nve {
namespace {

using Place = ResultPlace<VaryResult>;

const char* const kCycles = "elapsed clock cycles";

// In the order in which they occur.
std::vector<std::string> ValuesOf(const VaryResult& result, size_t parameter) {
  std::vector<std::string> values;
  for (const VariedRun& row : result.rows) {
    const std::string& value = row.values.at(parameter).second;
    if (std::ranges::find(values, value) == values.end()) values.push_back(value);
  }
  return values;
}

std::vector<std::string> LayersOf(const VaryResult& result) {
  std::vector<std::string> layers;
  if (result.rows.empty()) return layers;
  for (const VariedLayer& layer : result.rows.front().layers) layers.push_back(layer.name);
  return layers;
}

std::optional<Sourced> CyclesOf(const ResultPlace<VariedRun>& row, size_t layer) {
  const auto layers = row.At(&VariedRun::layers).Items();
  if (layer >= layers.size()) return std::nullopt;
  return NumberAt(layers[layer].At(&VariedLayer::elapsed_cycles));
}

VaryResult ReadOne(const std::string& path) {
  const nlohmann::ordered_json json = ReadJson(path);
  if (!json.is_object() || !json.contains("schema") || json["schema"] != VaryResult::kSchema) {
    throw WrongFile(path, "no result of varied parameters", "a file of --json of nve-cosim --vary");
  }
  if (json.value("schema_version", nlohmann::ordered_json()) != VaryResult::kVersion) {
    throw WrongFile(
        path, "schema_version " + json.value("schema_version", nlohmann::ordered_json()).dump(),
        std::to_string(VaryResult::kVersion));
  }
  VaryResult result;
  Diagnostics problems;
  ResultReader(path, VaryResult::kVersion, problems).Read(json, "", result);
  problems.ThrowIfErrors();
  for (const VariedRun& row : result.rows) {
    const bool named = std::ranges::equal(
        row.values, result.parameters, {},
        [](const std::pair<std::string, std::string>& value) { return value.first; });
    if (!named) throw WrongFile(path, "a row with other values", "one of each of its parameters");
  }
  const size_t parameters = result.parameters.size();
  if (result.rows.empty() || parameters < 1 || parameters > 2) {
    throw WrongFile(path, fmt::format("{} rows of {} parameters", result.rows.size(), parameters),
                    "one row or more, of one or two parameters");
  }
  return result;
}

std::vector<std::string> NamesOf(const VariedRun& row) {
  std::vector<std::string> names;
  for (const VariedLayer& layer : row.layers) names.push_back(layer.name);
  return names;
}

void CheckSame(const VaryResult& first, const VaryResult& other, const std::string& path,
               Diagnostics& problems) {
  const auto check = [&](const char* what, const std::string& expected, const std::string& found) {
    if (expected == found) return;
    problems.Error({path, 0, what},
                   fmt::format("found {}, allowed: {}, as in the first file", found, expected));
  };
  check("machine", first.machine.arch_id, other.machine.arch_id);
  check("network", first.network, other.network);
  check("binary", first.binary, other.binary);
  check("input", first.input, other.input);
  check("feed", first.feed.value_or("that of the plan"), other.feed.value_or("that of the plan"));
  check("parameters", fmt::format("{}", fmt::join(first.parameters, ", ")),
        fmt::format("{}", fmt::join(other.parameters, ", ")));
}

// Every combination of values once, in order, of the same layers.
void CheckGrid(const VaryResult& result, const std::string& path, Diagnostics& problems) {
  const std::vector<std::string> first = ValuesOf(result, 0);
  const std::vector<std::string> second =
      result.parameters.size() > 1 ? ValuesOf(result, 1) : std::vector<std::string>{""};
  bool right = result.rows.size() == first.size() * second.size();
  for (size_t k = 0; right && k < result.rows.size(); ++k) {
    const VariedRun& row = result.rows[k];
    right = row.values[0].second == first[k / second.size()] &&
            row.values.back().second ==
                (result.parameters.size() > 1 ? second[k % second.size()] : row.values[0].second) &&
            NamesOf(row) == NamesOf(result.rows.front());
  }
  if (right) return;
  problems.Error({path, 0, ""},
                 "found rows that are not every combination of values once, the "
                 "last parameter the fastest, of the same layers, allowed: these");
}

std::string TitleOf(const VaryResult& result) {
  return result.feed ? fmt::format("{}, feed {}", result.network, *result.feed) : result.network;
}

std::string Lines(const VaryResult& result) {
  LineChart chart = {TitleOf(result), result.parameters.at(0), kCycles, ValuesOf(result, 0), {}};
  const auto rows = Place(result, "0#").At(&VaryResult::rows).Items();
  const std::vector<std::string> layers = LayersOf(result);
  for (size_t layer = 0; layer < layers.size(); ++layer) {
    LineSeries& series = chart.series.emplace_back(LineSeries{layers[layer], {}});
    for (const auto& row : rows) series.values.push_back(CyclesOf(row, layer));
  }
  return LineChartsSvg({chart});
}

std::string Map(const VaryResult& result) {
  HeatMap map = {TitleOf(result) + ": " + kCycles,
                 result.parameters.at(1),
                 result.parameters.at(0),
                 ValuesOf(result, 1),
                 ValuesOf(result, 0),
                 {},
                 0};
  const auto rows = Place(result, "0#").At(&VaryResult::rows).Items();
  const size_t total = LayersOf(result).size() - 1;
  for (size_t k = 0; k < rows.size(); ++k) {
    if (k % map.x.size() == 0) map.cells.emplace_back();
    map.cells.back().push_back(CyclesOf(rows[k], total));
  }
  return HeatMapsSvg({map});
}

}  // namespace

nlohmann::ordered_json VaryJson(const VaryResult& result) { return ResultJson(result); }

VaryResult ReadVaried(const std::vector<std::string>& paths) {
  VaryResult joined;
  Diagnostics problems;
  for (const std::string& path : paths) {
    try {
      const VaryResult one = ReadOne(path);
      if (joined.tool.empty()) {
        joined = one;
        continue;
      }
      CheckSame(joined, one, path, problems);
      joined.rows.insert(joined.rows.end(), one.rows.begin(), one.rows.end());
    } catch (const InputError& error) {
      problems.Append(error);
    }
  }
  problems.ThrowIfErrors();
  CheckGrid(joined, paths.front(), problems);
  problems.ThrowIfErrors();
  return joined;
}

std::string ToText(const Named<std::string>& values) {
  std::string text;
  for (const auto& [name, value] : values) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  }
  return text;
}

std::string VaryCsv(const VaryResult& result) {
  std::string csv;
  for (const std::string& parameter : result.parameters) csv += CsvCell(parameter) + ',';
  csv += "layer,cycles,elapsed_cycles\n";
  for (const VariedRun& row : result.rows) {
    for (const VariedLayer& layer : row.layers) {
      for (const auto& [parameter, value] : row.values) csv += CsvCell(value) + ',';
      csv += fmt::format("{},{},{}\n", CsvCell(layer.name), layer.cycles, layer.elapsed_cycles);
    }
  }
  return csv;
}

std::string VaryTable(const VaryResult& result) {
  std::vector<std::string> names;
  for (const VariedRun& row : result.rows) names.push_back(ToText(row.values));
  TextTable table(names, kCycles);
  const std::vector<std::string> layers = LayersOf(result);
  for (size_t layer = 0; layer < layers.size(); ++layer) {
    std::vector<std::string> cells;
    for (const VariedRun& row : result.rows) {
      cells.push_back(std::to_string(row.layers.at(layer).elapsed_cycles));
    }
    table.Add("", layers[layer], cells);
  }
  return table.Text();
}

std::string VaryChart(const VaryResult& result) {
  return result.parameters.size() == 1 ? Lines(result) : Map(result);
}

}  // namespace nve
