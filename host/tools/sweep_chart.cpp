// SPDX-License-Identifier: Apache-2.0
// Rates against what was varied.
#include "host/tools/sweep_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "report/heat_map.hpp"
#include "report/line_chart.hpp"

namespace nve {
namespace {

using Transfers = std::vector<TransferOfSweep>;

// What rows of one chart have in common. Parameters that are varied are not.
std::string ChartOf(const TransferOfSweep& row, const std::vector<VariedParameter>& parameters) {
  std::string name;
  const std::vector<std::pair<std::string, const char*>> parts = {{row.profile, "dma.profile"},
                                                                  {row.memory, "memory.model"},
                                                                  {row.ports, "board.ports"},
                                                                  {row.direction, ""}};
  for (const auto& [part, parameter] : parts) {
    if (std::ranges::find(parameters, parameter, &VariedParameter::name) != parameters.end()) {
      continue;
    }
    name += fmt::format("{}{}", name.empty() ? "" : ", ", part);
  }
  return name;
}

// Of both directions together.
std::optional<Sourced> RateOf(const TransferOfSweep& row, size_t index) {
  std::optional<Sourced> rate;
  const auto add = [&](const std::optional<RateOfSweep>& side, const char* direction) {
    if (!side) return;
    const Sourced own(side->mb_s, fmt::format("0#/transfers/{}/{}/mb_s", index, direction));
    rate = rate ? *rate + own : own;
  };
  add(row.mm2s, "mm2s");
  add(row.s2mm, "s2mm");
  return rate;
}

std::vector<std::string> SizesOf(const Transfers& transfers) {
  std::vector<uint64_t> sizes;
  for (const TransferOfSweep& row : transfers) sizes.push_back(row.bytes);
  std::ranges::sort(sizes);
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  std::vector<std::string> names;
  names.reserve(sizes.size());
  for (const uint64_t bytes : sizes) names.push_back(std::to_string(bytes));
  return names;
}

size_t IndexOf(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<size_t>(std::ranges::find(names, name) - names.begin());
}

std::string ValueOf(const TransferOfSweep& row, const VariedParameter& parameter) {
  return ValueAt(row.values.value(), parameter.name).value();
}

std::string Lines(const Transfers& transfers, const std::vector<VariedParameter>& parameters) {
  const VariedParameter& parameter = parameters.front();
  const std::vector<std::string> sizes = SizesOf(transfers);
  std::vector<LineChart> charts;
  for (size_t k = 0; k < transfers.size(); ++k) {
    const TransferOfSweep& row = transfers[k];
    const std::string title = ChartOf(row, parameters);
    auto chart = std::ranges::find(charts, title, &LineChart::title);
    if (chart == charts.end()) {
      charts.push_back({title, "bytes of a transfer", "MB/s", sizes, {}});
      chart = charts.end() - 1;
      for (const std::string& value : parameter.values) {
        chart->series.push_back({fmt::format("{} {}", parameter.name, value),
                                 std::vector<std::optional<Sourced>>(sizes.size(), std::nullopt)});
      }
    }
    LineSeries& series = chart->series[IndexOf(parameter.values, ValueOf(row, parameter))];
    series.values[IndexOf(sizes, std::to_string(row.bytes))] = RateOf(row, k);
  }
  return LineChartsSvg(charts);
}

std::string Maps(const Transfers& transfers, const std::vector<VariedParameter>& parameters) {
  const std::string largest = SizesOf(transfers).back();
  std::vector<HeatMap> maps;
  for (size_t k = 0; k < transfers.size(); ++k) {
    const TransferOfSweep& row = transfers[k];
    if (std::to_string(row.bytes) != largest) continue;
    const std::string title =
        fmt::format("{}: MB/s of transfers of {} bytes", ChartOf(row, parameters), largest);
    auto map = std::ranges::find(maps, title, &HeatMap::title);
    if (map == maps.end()) {
      const std::vector<std::optional<Sourced>> line(parameters[1].values.size(), std::nullopt);
      maps.push_back({title,
                      parameters[1].name,
                      parameters[0].name,
                      parameters[1].values,
                      parameters[0].values,
                      {parameters[0].values.size(), line},
                      1});
      map = maps.end() - 1;
    }
    map->cells[IndexOf(parameters[0].values, ValueOf(row, parameters[0]))]
              [IndexOf(parameters[1].values, ValueOf(row, parameters[1]))] = RateOf(row, k);
  }
  return HeatMapsSvg(maps);
}

}  // namespace

std::string SweepChart(const Transfers& transfers, const std::vector<VariedParameter>& parameters) {
  return parameters.size() == 1 ? Lines(transfers, parameters) : Maps(transfers, parameters);
}

}  // namespace nve
