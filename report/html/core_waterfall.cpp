// SPDX-License-Identifier: Apache-2.0
// Cores as bars: see core_waterfall.hpp.
#include "report/html/core_waterfall.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/html/html_table.hpp"
#include "report/html/part_words.hpp"
#include "report/stacked_bars.hpp"

namespace nve {
namespace {

constexpr const char* kFrame = "sum";  // of all parts

using Core = ResultPlace<CoreOfRun>;

std::vector<Core> CoresWithParts(const RunView& view) {
  std::vector<Core> found;
  const auto cores = view.Place().At(&RunResult::cores);
  if (!cores || (*cores)->size() < 2) return found;
  for (const Core& core : cores->Items()) {
    const auto& parts = core->waterfall;
    if (parts && !parts->empty() && parts->back().second > 0) found.push_back(core);
  }
  return found;
}

std::optional<Sourced> PartOf(const Core& core, const std::string& name) {
  for (const auto& [part, cycles] : core.At(&CoreOfRun::waterfall)->Items()) {
    if (part == name) return NumberAt(cycles);
  }
  return std::nullopt;
}

// Those that occur.
std::vector<std::string> PartsOf(const std::vector<Core>& cores) {
  std::vector<std::string> names;
  for (const Core& core : cores) {
    for (const auto& [name, cycles] : *core->waterfall) {
      const bool known = name == kFrame || std::ranges::find(names, name) != names.end();
      if (cycles != 0 && !known) names.push_back(name);
    }
  }
  return names;
}

std::string NameOf(const Core& core) { return fmt::format("core {}", core->core); }

Html Numbers(const std::vector<Core>& cores, std::vector<std::string> names,
             const std::string& title, const std::string& id) {
  std::vector<std::string> titles = {"part"};
  for (const Core& core : cores) titles.push_back(NameOf(core));
  titles.emplace_back("what it is");
  HtmlTable table(id, title + ": cycles", titles);
  names.emplace_back(kFrame);
  for (const std::string& name : names) {
    std::vector<HtmlValue> row = {name};
    for (const Core& core : cores) row.emplace_back(PartOf(core, name), 0);
    row.emplace_back(name == kFrame ? "all cycles of the frame" : WordsOf(name).meaning);
    table.Row(std::move(row), name == kFrame ? "total" : "");
  }
  return table.Part();
}

}  // namespace

Html CoreWaterfallPart(const RunView& view) {
  const std::vector<Core> cores = CoresWithParts(view);
  Html html;
  if (cores.empty()) return html;
  const std::string title = "Where the cycles of each core went";
  const std::string id = view.Id("core-waterfall");
  StackedBars chart = {title, "percent of the frame", " %", 1, PartsOf(cores), {}};
  for (const Core& core : cores) {
    StackedBar& bar = chart.bars.emplace_back();
    bar.name = NameOf(core);
    const Sourced sum = *PartOf(core, kFrame);
    for (const std::string& name : chart.series) {
      const auto cycles = PartOf(core, name);
      bar.parts.push_back(cycles ? std::optional<Sourced>(100 * *cycles / sum) : std::nullopt);
    }
  }
  html.Add(Words("The cycles of each core, in percent of the frame:"));
  html.Open("figure").Markup(StackedBarsSvg(chart, id + "-chart")).Close();
  html.Add(Details("The same in numbers", Numbers(cores, chart.series, title, id + "-table")));
  return html;
}

}  // namespace nve
