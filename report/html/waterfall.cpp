// SPDX-License-Identifier: Apache-2.0
// Waterfalls as charts and tables.
#include "report/html/waterfall.hpp"

#include <algorithm>

#include "report/compare/run_verdict.hpp"
#include "report/html/core_waterfall.hpp"
#include "report/html/html_table.hpp"
#include "report/html/part_words.hpp"
#include "report/stacked_bars.hpp"

namespace nve {
namespace {

constexpr const char* kBound = "bound";
constexpr const char* kSum = "sum";

using Layer = ResultPlace<LayerOfRun>;

std::optional<Sourced> PartOf(const Layer& layer, const std::string& name) {
  const auto waterfall = layer.At(&LayerOfRun::waterfall);
  if (!waterfall) return std::nullopt;
  for (const auto& [part, cycles] : waterfall->Items()) {
    if (part == name) return NumberAt(cycles);
  }
  return std::nullopt;
}

// All parts of some layers but their sum, in the order in which they come first.
std::vector<std::string> PartsOf(const std::vector<Waterfall>& bars) {
  std::vector<std::string> names;
  for (const Waterfall& bar : bars) {
    const auto waterfall = bar.layer.At(&LayerOfRun::waterfall);
    if (!waterfall) continue;
    for (const auto& [name, cycles] : **waterfall) {
      if (name != kSum && std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

bool HasBound(const Layer& layer) {
  const auto bound = BoundOf(layer);
  return bound && bound->Value() > 0;
}

Html Numbers(const std::vector<Waterfall>& bars, const std::vector<std::string>& names,
             const std::string& title, const std::string& id) {
  std::vector<std::string> titles = {"part"};
  for (const Waterfall& bar : bars) {
    titles.push_back(bar.name);
    titles.emplace_back("of bound");
  }
  titles.emplace_back("what it is");
  HtmlTable table(id, title + ": cycles", titles);
  std::vector<std::string> all = names;
  all.emplace_back(kSum);
  for (const std::string& name : all) {
    std::vector<HtmlValue> row = {name};
    bool occurs = false;
    for (const Waterfall& bar : bars) {
      const auto cycles = PartOf(bar.layer, name);
      const auto bound = BoundOf(bar.layer);
      std::optional<Sourced> share;
      if (cycles && bound && bound->Value() > 0) share = 100 * *cycles / *bound;
      row.emplace_back(cycles, 0);
      row.emplace_back(share, 1, " %");
      occurs = occurs || (cycles && cycles->Value() != 0);
    }
    row.emplace_back(WordsOf(name).meaning);
    if (occurs) table.Row(std::move(row), name == kSum ? "total" : "");
  }
  return table.Part();
}

// What costs most beside the bound.
Html Advice(const RunView& view) {
  const auto total = view.Place().At(&RunResult::total);
  if (!total || !HasEnded(view.run.result, **total) || !HasBound(*total)) return {};
  std::vector<std::pair<std::string, Sourced>> parts;
  const Sourced bound = *BoundOf(*total);
  for (const std::string& name : PartsOf({{"", *total}})) {
    const Sourced share = 100 * *PartOf(*total, name) / bound;
    if (name != kBound && share.Value() >= 0.5) parts.emplace_back(name, share);
  }
  std::ranges::stable_sort(
      parts, [](const auto& a, const auto& b) { return a.second.Value() > b.second.Value(); });
  if (parts.empty()) {
    return Words(
        "Next to nothing is lost beside the bound: only other code, another machine or "
        "more cores would be faster.");
  }
  Html html = Words("What costs most beside the bound, in percent of it, and what to try:");
  html.Open("ul");
  for (size_t k = 0; k < std::min<size_t>(parts.size(), 3); ++k) {
    const PartWords words = WordsOf(parts[k].first);
    html.Open("li").Element("strong", parts[k].first).Text(", ");
    html.Value({parts[k].second, 1, " %"});
    if (!words.meaning.empty()) html.Text(": " + words.meaning + ". Try: " + words.advice + ".");
    html.Close();
  }
  html.Close();
  return html;
}

}  // namespace

std::optional<Sourced> BoundOf(const ResultPlace<LayerOfRun>& layer) {
  return PartOf(layer, kBound);
}

Html WaterfallPart(const std::vector<Waterfall>& bars, const std::string& title,
                   const std::string& id) {
  StackedBars chart = {title, "percent of the bound", " %", 1, PartsOf(bars), {}};
  std::vector<Waterfall> drawn;
  for (const Waterfall& bar : bars) {
    if (!HasBound(bar.layer)) continue;
    drawn.push_back(bar);
    const Sourced bound = *BoundOf(bar.layer);
    StackedBar& own = chart.bars.emplace_back();
    own.name = bar.name;
    for (const std::string& name : chart.series) {
      const auto cycles = PartOf(bar.layer, name);
      own.parts.push_back(cycles ? std::optional<Sourced>(100 * *cycles / bound) : std::nullopt);
    }
    if (const auto sum = PartOf(bar.layer, kSum)) own.end = 100 * *sum / bound;
  }
  Html html;
  if (drawn.empty()) return html;
  html.Open("figure").Markup(StackedBarsSvg(chart, id + "-chart")).Close();
  html.Add(Details("The same in numbers", Numbers(drawn, chart.series, title, id + "-table")));
  return html;
}

Html WaterfallSection(const RunView& view) {
  std::vector<Waterfall> bars;
  for (const Layer& layer : LayersThatRan(view.Place())) bars.push_back({layer->name, layer});
  const auto total = view.Place().At(&RunResult::total);
  if (total && HasEnded(view.run.result, **total)) bars.push_back({"total", *total});
  const Html part =
      WaterfallPart(bars, "Where the cycles of each layer went", view.Id("waterfall"));
  Html body;
  if (part.Empty()) {
    body.Add(Words(bars.empty()
                       ? "No layer came to its end."
                       : "The result does not say what its cycles went to: only a run of the "
                         "whole platform counts that."));
  } else {
    body.Add(
        Words("The bound is the fewest cycles in which the loops can run. What stands behind "
              "it was lost."));
    body.Add(part).Add(Advice(view)).Add(CoreWaterfallPart(view));
  }
  return view.Section("Where the cycles went", body);
}

}  // namespace nve
