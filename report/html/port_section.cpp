// SPDX-License-Identifier: Apache-2.0
// Ports as charts and tables.
#include "report/html/port_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/text/numbers.hpp"
#include "report/html/html_table.hpp"
#include "report/html/json_leaves.hpp"
#include "report/stacked_bars.hpp"

namespace nve {
namespace {

using Side = ResultPlace<AxiSideOfRun>;

struct NamedSide {
  std::string name;
  Side side;
};

const char* const kMeanings =
    "Beat: a word moved. Slow sink: a word was offered and not taken. Stall: a burst was under way "
    "and no word came. Response: a write waits for its response. Address: an address was offered "
    "and "
    "not taken. Idle: nothing was asked for.";

std::vector<NamedSide> SidesOf(const ResultPlace<LayerOfRun>& total) {
  std::vector<NamedSide> sides;
  const auto axi = total.At(&LayerOfRun::axi);
  if (!axi) return sides;
  for (const auto& [name, port] : axi->Items()) {
    if (const auto read = port.At(&AxiPortOfRun::read)) sides.push_back({name + ", read", *read});
    if (const auto write = port.At(&AxiPortOfRun::write)) {
      sides.push_back({name + ", write", *write});
    }
  }
  return sides;
}

std::vector<std::string> KindsOf(const std::vector<NamedSide>& sides) {
  std::vector<std::string> kinds;
  for (const NamedSide& side : sides) {
    for (const auto& [kind, cycles] : side.side->cycles) {
      if (std::ranges::find(kinds, kind) == kinds.end()) kinds.push_back(kind);
    }
  }
  return kinds;
}

std::optional<Sourced> CyclesOf(const Side& side, const std::string& kind) {
  for (const auto& [name, cycles] : side.At(&AxiSideOfRun::cycles).Items()) {
    if (name == kind) return NumberAt(cycles);
  }
  return std::nullopt;
}

Html KindChart(const std::vector<NamedSide>& sides, const std::string& id) {
  StackedBars chart = {"Cycles of the memory ports by kind",
                       "percent of the port's cycles",
                       " %",
                       1,
                       KindsOf(sides),
                       {}};
  for (const NamedSide& side : sides) {
    std::vector<Sourced> all;
    for (const auto& [kind, cycles] : side.side.At(&AxiSideOfRun::cycles).Items()) {
      all.push_back(NumberAt(cycles));
    }
    const Sourced sum = SumOf(all);
    if (sum.Value() <= 0) continue;
    StackedBar& bar = chart.bars.emplace_back();
    bar.name = side.name;
    for (const std::string& kind : chart.series) {
      const auto cycles = CyclesOf(side.side, kind);
      bar.parts.push_back(cycles ? std::optional<Sourced>(100 * *cycles / sum) : std::nullopt);
    }
  }
  Html html;
  if (!chart.bars.empty()) html.Open("figure").Markup(StackedBarsSvg(chart, id)).Close();
  return html;
}

Html KindTable(const std::vector<NamedSide>& sides, const std::string& id) {
  std::vector<std::string> titles = {"port", "bytes", "bursts", "most open", "address waits"};
  const std::vector<std::string> kinds = KindsOf(sides);
  titles.insert(titles.end(), kinds.begin(), kinds.end());
  HtmlTable table(id, "What each port did, in clock cycles but for bytes and bursts", titles);
  for (const NamedSide& side : sides) {
    std::vector<HtmlValue> row = {side.name, ValueAt(side.side.At(&AxiSideOfRun::bytes)),
                                  ValueAt(side.side.At(&AxiSideOfRun::bursts)),
                                  ValueAt(side.side.At(&AxiSideOfRun::most_open)),
                                  ValueAt(side.side.At(&AxiSideOfRun::address_wait))};
    for (const std::string& kind : kinds) row.emplace_back(CyclesOf(side.side, kind), 0);
    table.Row(std::move(row));
  }
  return table.Part();
}

// Bursts by clock cycles, in at most about a dozen steps of equal width.
struct LatencySteps {
  uint64_t width = 1;
  std::map<uint64_t, std::vector<Sourced>> bursts;  ///< by the first clock cycle of the step
};

LatencySteps StepsOf(const Side& side) {
  std::map<uint64_t, Sourced> bursts;
  for (const auto& [cycles, count] : side.At(&AxiSideOfRun::latency).Items()) {
    const std::optional<uint64_t> number = ParseNumber(cycles);
    if (number) bursts.emplace(*number, NumberAt(count));
  }
  LatencySteps steps;
  if (bursts.empty()) return steps;
  constexpr uint64_t kSteps = 12;
  const uint64_t span = bursts.rbegin()->first - bursts.begin()->first;
  for (uint64_t power = 1; steps.width * kSteps <= span && power < UINT64_MAX / 100; power *= 10) {
    for (const uint64_t factor : {1, 2, 5}) {
      if (steps.width * kSteps <= span) steps.width = factor * power;
    }
  }
  for (const auto& [cycles, count] : bursts) {
    steps.bursts[cycles / steps.width * steps.width].push_back(count);
  }
  return steps;
}

Html LatencyChart(const NamedSide& side, const std::string& id) {
  const LatencySteps steps = StepsOf(side.side);
  if (steps.bursts.empty()) return {};
  StackedBars chart = {side.name +
                           ": bursts by clock cycles from address to "
                           "first beat, or to the response",
                       "bursts",
                       "",
                       0,
                       {"bursts"},
                       {}};
  for (const auto& [first, bursts] : steps.bursts) {
    StackedBar& bar = chart.bars.emplace_back();
    bar.name = steps.width == 1 ? fmt::format("{} cycles", first)
                                : fmt::format("{} to {}", first, first + steps.width - 1);
    bar.parts.emplace_back(SumOf(bursts));
    bar.end = bar.parts.back();
  }
  Html html;
  html.Open("figure").Element("figcaption", chart.title).Markup(StackedBarsSvg(chart, id)).Close();
  return html;
}

Html Statistics(const RunView& view) {
  Html html;
  if (const auto memory = view.Place().At(&RunResult::memory)) {
    HtmlTable table(view.Id("memory"), "What the memory counted", {"what", "count"});
    for (const JsonLeaf& leaf : LeavesOf(memory->At(&MemoryOfRun::statistics))) {
      table.Row({leaf.name, leaf.value});
    }
    if (!table.Empty()) html.Add(table.Part());
  }
  return html;
}

}  // namespace

Html PortSection(const RunView& view) {
  const auto total = view.Place().At(&RunResult::total);
  const std::vector<NamedSide> sides = total ? SidesOf(*total) : std::vector<NamedSide>();
  if (sides.empty()) {
    return view.Section("Memory ports", Words("The result does not say what its ports did: only a "
                                              "run of the whole platform counts that."));
  }
  Html body = KindChart(sides, view.Id("ports-chart"));
  body.Add(KindTable(sides, view.Id("ports")))
      .Add(Details("What the kinds mean", Words(kMeanings)));
  Html latencies;
  for (size_t k = 0; k < sides.size(); ++k) {
    latencies.Add(LatencyChart(sides[k], view.Id(fmt::format("latency{}", k))));
  }
  if (!latencies.Empty()) body.Add(Details("How long bursts took", latencies));
  const Html statistics = Statistics(view);
  if (!statistics.Empty()) body.Add(Details("What the memory counted", statistics));
  return view.Section("Memory ports", body);
}

}  // namespace nve
