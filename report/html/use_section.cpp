// SPDX-License-Identifier: Apache-2.0
// Use over time as charts and tables.
#include "report/html/use_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/html/html_table.hpp"
#include "report/time_panels.hpp"

namespace nve {
namespace {

std::string WordsOfSeries(const std::string& name) {
  static const std::map<std::string, std::string> kWords = {
      {"input_fifo", "input FIFO, filled"},  {"output_fifo", "output FIFO, filled"},
      {"local_a", "local memory, port A"},   {"local_b", "local memory, port B"},
      {"mm2s_read", "AXI mm2s, words read"}, {"s2mm_write", "AXI s2mm, words written"},
      {"sg_read", "AXI sg, words read"},     {"sg_write", "AXI sg, words written"}};
  const auto words = kWords.find(name);
  return words == kWords.end() ? name : words->second;
}

// Series that cannot be drawn, as in a file somebody wrote, are left out.
bool CanBeDrawn(const UseOfRun& use, const UseSeries& series) {
  const uint64_t bins =
      use.bin_cycles == 0 ? 0 : (use.cycles + use.bin_cycles - 1) / use.bin_cycles;
  return series.capacity > 0 && !series.bins.empty() && series.bins.size() == bins &&
         bins <= kMostUseBins;
}

TimePanels PanelsOf(const ResultPlace<UseOfRun>& use, const ResultPlace<CoreUse>& core) {
  TimePanels panels = {fmt::format("Use over time of {}", core->name),
                       NumberAt(use.At(&UseOfRun::cycles)),
                       NumberAt(use.At(&UseOfRun::bin_cycles)),
                       {},
                       {}};
  for (const auto& span : use.At(&UseOfRun::layers).Items()) {
    if (span->core != core->name || span->first_cycle + span->cycles > use->cycles) continue;
    panels.spans.push_back({span->layer, static_cast<double>(span->first_cycle),
                            NumberAt(span.At(&LayerSpan::cycles))});
  }
  for (const auto& [name, series] : core.At(&CoreUse::series).Items()) {
    if (!CanBeDrawn(*use, *series)) continue;
    panels.panels.push_back({WordsOfSeries(name), series->bins,
                             series.At(&UseSeries::bins).Pointer(),
                             NumberAt(series.At(&UseSeries::capacity))});
  }
  return panels;
}

Html UseTable(const ResultPlace<UseOfRun>& use, const ResultPlace<CoreUse>& core,
              const TimePanels& panels, const std::string& id) {
  HtmlTable table(id, "Use in percent of what is possible",
                  {"what", "most in a clock cycle", "mean of the run", "busiest bin"});
  size_t panel = 0;
  for (const auto& [name, series] : core.At(&CoreUse::series).Items()) {
    if (!CanBeDrawn(*use, *series)) continue;
    const TimePanel& drawn = panels.panels[panel++];
    const Sourced total = NumberAt(series.At(&UseSeries::total));
    table.Row({drawn.name,
               {drawn.capacity, 0},
               {100 * total / (panels.cycles * drawn.capacity), 1, " %"},
               {PartOfBin(panels, drawn, BusiestBin(panels, drawn)), 1, " %"}});
  }
  return table.Part();
}

Html CorePart(const ResultPlace<UseOfRun>& use, const ResultPlace<CoreUse>& core,
              const std::string& id) {
  const TimePanels panels = PanelsOf(use, core);
  if (panels.panels.empty()) return {};
  Html html;
  html.Open("figure").Markup(TimePanelsSvg(panels, id + "-chart")).Close();
  html.Add(UseTable(use, core, panels, id + "-table"));
  return html;
}

}  // namespace

Html UseSection(const RunView& view) {
  const auto use = view.Place().At(&RunResult::use);
  Html body;
  size_t number = 0;
  if (use) {
    for (const auto& core : use->At(&UseOfRun::cores).Items()) {
      const Html part = CorePart(*use, core, view.Id(fmt::format("use{}", number)));
      if (part.Empty()) continue;
      body.Add(number++ == 0 ? part : Details(core->name, part));
    }
  }
  if (number == 0) {
    return view.Section("Use over time",
                        Words("The result does not say how FIFOs and ports were used over time."));
  }
  Html all;
  all.Open("p").Text("Each step of a line is the mean of ");
  all.Value({NumberAt(use->At(&UseOfRun::bin_cycles)), 0});
  all.Text(
      " clock cycles. An input FIFO that is always empty waits for the memory, an output FIFO "
      "that is always full does so too.");
  return view.Section("Use over time", all.Close().Add(body));
}

}  // namespace nve
