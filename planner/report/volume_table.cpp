// SPDX-License-Identifier: Apache-2.0
// Volumes of the published networks: see volume_table.hpp.
#include "planner/report/volume_table.hpp"

#include <fmt/format.h>

#include "base/cli/processor_time.hpp"
#include "planner/mapping/plan_network.hpp"
#include "planner/shapes/known_networks.hpp"
#include "report/text_table.hpp"

namespace nve::planner {
namespace {

VolumeRow MeasureRow(const char* name, const NetworkShape& network, char setup,
                     Convention convention) {
  const Hardware hardware = SetUp(setup);
  SearchOptions equations;
  equations.measure = Measure::kEquations;
  equations.convention = convention;
  equations.tile_columns = false;
  SearchOptions runs;
  runs.convention = convention;
  const double before = ProcessorSeconds();
  const NetworkWords by_equations = PlanNetwork(network, hardware, equations).words;
  const double after = ProcessorSeconds();
  const NetworkWords as_it_runs = PlanNetwork(network, hardware, runs).words;
  VolumeRow row;
  row.network = name;
  row.setup = setup;
  row.optimum = by_equations.equations;
  row.zhang = by_equations.zhang;
  row.ma = by_equations.ma;
  row.smartshuttle = by_equations.smartshuttle;
  if (convention == Convention::kPadded) row.bound = by_equations.bound;
  row.once = by_equations.once;
  row.executed = as_it_runs.executed;
  row.zhang_executed = by_equations.zhang_executed;
  row.evaluations = by_equations.looked_at;
  row.seconds = after - before;
  return row;
}

// The columns of numbers, as text.
std::vector<std::pair<std::string, std::string>> Cells(const VolumeRow& row) {
  return {{"optimum", fmt::to_string(row.optimum)},
          {"zhang", fmt::to_string(row.zhang)},
          {"ma", fmt::to_string(row.ma)},
          {"smartshuttle", fmt::to_string(row.smartshuttle)},
          {"bound", row.bound ? fmt::to_string(*row.bound) : ""},
          {"once", fmt::to_string(row.once)},
          {"executed", fmt::to_string(row.executed)},
          {"zhang_executed", fmt::to_string(row.zhang_executed)},
          {"evaluations", fmt::to_string(row.evaluations)}};
}

}  // namespace

Hardware SetUp(char setup) {
  return ReadHardware(std::string("setup_") + static_cast<char>(setup - 'A' + 'a'));
}

std::vector<VolumeRow> VolumeTable(Convention convention) {
  std::vector<VolumeRow> rows;
  for (const ThesisNetwork& each : kThesisNetworks) {
    const NetworkShape network = ReadNetwork(each.shapes);
    for (const char setup : kSetUps) {
      rows.push_back(MeasureRow(each.name, network, setup, convention));
    }
  }
  return rows;
}

VolumesFile VolumesResult(const std::vector<VolumeRow>& rows) {
  VolumesFile file;
  for (const VolumeRow& row : rows) {
    file.rows.push_back({row.network, std::string(1, row.setup), row.optimum, row.zhang, row.ma,
                         row.smartshuttle, row.bound, row.once, row.executed, row.zhang_executed,
                         row.evaluations});
  }
  return file;
}

std::string VolumeCsv(const std::vector<VolumeRow>& rows) {
  std::string csv = "network,setup";
  for (const auto& [title, cell] : Cells(rows.front())) csv += "," + title;
  csv += '\n';
  for (const VolumeRow& row : rows) {
    csv += fmt::format("{},{}", row.network, row.setup);
    for (const auto& [title, cell] : Cells(row)) csv += "," + cell;
    csv += '\n';
  }
  return csv;
}

std::string VolumeText(const std::vector<VolumeRow>& rows) {
  std::vector<std::string> names;
  names.reserve(rows.size());
  for (const VolumeRow& row : rows) names.push_back(fmt::format("{} {}", row.network, row.setup));
  TextTable table(names, "words");
  const auto titles = Cells(rows.front());
  for (size_t column = 0; column < titles.size(); ++column) {
    std::vector<std::string> cells;
    cells.reserve(rows.size());
    for (const VolumeRow& row : rows) cells.push_back(Cells(row)[column].second);
    const bool runs = titles[column].first.find("executed") != std::string::npos;
    table.Add(runs ? "as it runs" : "equations 6.1 to 6.5", titles[column].first, cells);
  }
  return table.Text();
}

}  // namespace nve::planner
