// SPDX-License-Identifier: Apache-2.0
// Tables of the ladder.
#include "compiler/report/ladder_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/report/metrics.hpp"
#include "report/text_table.hpp"

namespace nve {
namespace {

const NetworkFigures& FirstOf(const PresetLadder& ladder) { return ladder.presets.front(); }

std::vector<std::string> RowNames(const std::vector<PresetLadder>& ladders) {
  std::vector<std::string> names;
  for (const PresetLadder& ladder : ladders) {
    const NetworkFigures& figures = FirstOf(ladder);
    for (const LayerFigures& layer : figures.layers) {
      names.push_back(figures.network + " " + layer.report.name);
    }
    if (figures.layers.size() == 1) continue;
    for (const char* sum : {" mean", " total"}) names.push_back(figures.network + sum);
  }
  return names;
}

void Append(std::vector<std::string>& cells, const std::vector<std::string>& more) {
  cells.insert(cells.end(), more.begin(), more.end());
}

std::vector<std::string> PublishedCells(const std::vector<PresetLadder>& ladders,
                                        const Metric& metric, const Source& source) {
  std::vector<std::string> cells;
  for (const PresetLadder& ladder : ladders) {
    Append(cells, MetricCells(metric, source, FirstOf(ladder)));
  }
  return cells;
}

std::vector<std::string> PresetCells(const std::vector<PresetLadder>& ladders, const Metric& metric,
                                     const std::string& preset) {
  std::vector<std::string> cells;
  for (const PresetLadder& ladder : ladders) {
    const NetworkFigures* figures = FindPreset(ladder, preset);
    const std::vector<std::string> none(
        MetricCells(metric, kOurs, FirstOf(ladder)).size());  // a refused preset
    Append(cells, figures == nullptr ? none : MetricCells(metric, kOurs, *figures));
  }
  return cells;
}

/// One preset: a column per metric.
std::string PresetTable(const std::vector<PresetLadder>& ladders) {
  const std::string& preset = FirstOf(ladders.front()).preset;
  TextTable table(RowNames(ladders));
  for (const Metric& metric : kMetrics) {
    table.Add(fmt::format("{}, preset {}", FirstOf(ladders.front()).machine, preset), metric.title,
              PresetCells(ladders, metric, preset));
  }
  return table.Text();
}

/// Published figures beside those of the presets.
std::string MetricTable(const std::vector<PresetLadder>& ladders, const Metric& metric) {
  TextTable table(RowNames(ladders), metric.title);
  for (const Source& source : kPublishedSources) {
    table.Add("published", source.title, PublishedCells(ladders, metric, source));
  }
  for (const CompilerPasses& preset : Presets()) {
    table.Add(FirstOf(ladders.front()).machine, preset.name,
              PresetCells(ladders, metric, preset.name));
  }
  return table.Text();
}

bool IsOfOnePreset(const std::vector<PresetLadder>& ladders) {
  const std::string& preset = FirstOf(ladders.front()).preset;
  return std::all_of(ladders.begin(), ladders.end(), [&](const PresetLadder& ladder) {
    return ladder.presets.size() == 1 && FirstOf(ladder).preset == preset;
  });
}

}  // namespace

std::string LadderTable(const std::vector<PresetLadder>& ladders) {
  if (IsOfOnePreset(ladders)) return PresetTable(ladders);
  std::string text;
  for (const Metric& metric : kMetrics) {
    if (!text.empty()) text += '\n';
    text += MetricTable(ladders, metric);
  }
  return text;
}

}  // namespace nve
