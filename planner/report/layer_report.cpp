// SPDX-License-Identifier: Apache-2.0
// Reports of planned networks: see layer_report.hpp.
#include "planner/report/layer_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "planner/mapping/performance.hpp"
#include "planner/report/alternatives.hpp"
#include "report/text_table.hpp"

namespace nve::planner {
namespace {

// The baselines that have a plan, with the words they move when they run.
std::vector<std::pair<const char*, Words>> Executed(const LayerPlan& plan, Convention convention) {
  std::vector<std::pair<const char*, Words>> executed;
  const auto add = [&](const char* name, const std::optional<BaselinePlan>& baseline) {
    if (!baseline) return;
    executed.emplace_back(name, ExecutedWords(plan.layer, baseline->mapping, convention));
  };
  add("Zhang", plan.zhang);
  add("Ma", plan.ma);
  add("SmartShuttle", plan.smartshuttle);
  return executed;
}

// "Zhang +1.4 %, input +4096": what the loser moves more, tensor by tensor.
std::string Compared(const Words& winner, const Words& loser, const char* name) {
  const auto part = [](const char* tensor, int64_t more) {
    return more > 0 ? fmt::format(", {} +{}", tensor, more) : std::string();
  };
  if (winner.Total() == loser.Total()) return fmt::format("as {}", name);
  return fmt::format(
      "{} +{:.1f} %{}{}{}", name,
      100 * (static_cast<double>(loser.Total()) / static_cast<double>(winner.Total()) - 1),
      part("input", loser.input - winner.input), part("weights", loser.weight - winner.weight),
      part("sums", loser.output - winner.output));
}

Performance SpeedOf(const LayerPlan& plan, const Hardware& hardware) {
  return PerformanceOf(plan.layer, plan.chosen.mapping.tile, plan.executed.Total(), hardware);
}

std::string WordsOf(const std::optional<BaselinePlan>& plan) {
  return plan ? fmt::to_string(plan->words.Total()) : "-";
}

SummedWordsOfPlan SummedWords(const Words& words) {
  return {{words.input, words.weight, words.output}, words.Total()};
}

OrNull<int64_t> TotalWords(const std::optional<BaselinePlan>& plan) {
  OrNull<int64_t> total;
  if (plan) total.value = plan->words.Total();
  return total;
}

LayerOfPlan LayerOf(const LayerPlan& plan, const Hardware& hardware, Convention convention) {
  const Performance speed = SpeedOf(plan, hardware);
  const LayerWinner winner = WinnerOf(plan, convention);
  const Tile& tile = plan.chosen.mapping.tile;
  LayerOfPlan layer;
  layer.layer = plan.layer.name;
  layer.count = plan.layer.count;
  layer.tile = {tile.oc, tile.ic, tile.oh, tile.ow, tile.kh, tile.kw};
  layer.flow = FlowName(plan.chosen.mapping.flow);
  layer.executed = SummedWords(plan.executed);
  layer.kept = plan.kept;
  layer.equations = SummedWords(plan.equations);
  layer.intensity = speed.intensity;
  layer.active_pes = speed.active_pes;
  layer.performance = speed.attainable;
  layer.roof = speed.ComputeBound() ? "compute" : "memory";
  layer.zhang = TotalWords(plan.zhang);
  layer.ma = TotalWords(plan.ma);
  layer.smartshuttle = TotalWords(plan.smartshuttle);
  layer.bound = std::llround(plan.bound);
  layer.once = plan.once;
  layer.winner = winner.name;
  layer.why = winner.why;
  layer.evaluations = plan.chosen.looked_at;
  for (const SpaceFactor& factor : plan.chosen.space) {
    layer.space.emplace_back(factor.name, factor.size);
  }
  return layer;
}

}  // namespace

LayerWinner WinnerOf(const LayerPlan& plan, Convention convention) {
  const auto others = Executed(plan, convention);
  const char* winner = "chosen";
  const char* second = nullptr;
  Words best = plan.executed;
  Words next;
  for (const auto& [name, words] : others) {
    if (words.Total() < best.Total()) {
      next = std::exchange(best, words);
      second = std::exchange(winner, name);
    } else if (second == nullptr || words.Total() < next.Total()) {
      next = words;
      second = name;
    }
  }
  return {winner, second == nullptr ? "" : Compared(best, next, second)};
}

std::string NetworkReport(const NetworkPlan& plan, const Hardware& hardware,
                          const SearchOptions& options) {
  std::vector<std::string> names;
  for (const LayerPlan& layer : plan.layers) {
    names.push_back(layer.layer.count == 1
                        ? layer.layer.name
                        : fmt::format("{} x{}", layer.layer.name, layer.layer.count));
  }
  names.emplace_back("all");
  TextTable table(names, "layer");
  const auto add = [&](const char* group, const char* title, const std::string& all,
                       const std::function<std::string(const LayerPlan&)>& cell) {
    std::vector<std::string> cells;
    for (const LayerPlan& layer : plan.layers) cells.push_back(cell(layer));
    cells.push_back(all);
    table.Add(group, title, cells);
  };
  const auto words = [](int64_t count) { return fmt::to_string(count); };
  add("plan", "tile", "",
      [](const LayerPlan& l) { return TileText(l.layer, l.chosen.mapping.tile); });
  add("plan", "flow", "", [](const LayerPlan& l) { return FlowName(l.chosen.mapping.flow); });
  add("words", "executed", words(plan.words.executed),
      [&](const LayerPlan& l) { return words(l.executed.Total()); });
  add("words", "kept tiles", words(plan.words.kept),
      [&](const LayerPlan& l) { return words(l.kept); });
  add("words", "by 6.1", words(plan.words.equations),
      [&](const LayerPlan& l) { return words(l.equations.Total()); });
  add("roofline", "MAC/B", "",
      [&](const LayerPlan& l) { return fmt::format("{:.2f}", SpeedOf(l, hardware).intensity); });
  add("roofline", "PEs", "",
      [&](const LayerPlan& l) { return fmt::format("{:.0f}", SpeedOf(l, hardware).active_pes); });
  add("roofline", "GMAC/s", "",
      [&](const LayerPlan& l) { return fmt::format("{:.2f}", SpeedOf(l, hardware).attainable); });
  add("roofline", "roof", "", [&](const LayerPlan& l) {
    return SpeedOf(l, hardware).ComputeBound() ? "compute" : "memory";
  });
  add("baselines by 6.1", "Zhang", words(plan.words.zhang),
      [](const LayerPlan& l) { return WordsOf(l.zhang); });
  add("baselines by 6.1", "Ma", words(plan.words.ma),
      [](const LayerPlan& l) { return WordsOf(l.ma); });
  add("baselines by 6.1", "SmartShuttle", words(plan.words.smartshuttle),
      [](const LayerPlan& l) { return WordsOf(l.smartshuttle); });
  add("least", "bound", words(plan.words.bound),
      [&](const LayerPlan& l) { return words(std::llround(l.bound)); });
  add("least", "once", words(plan.words.once), [&](const LayerPlan& l) { return words(l.once); });
  add("fewest words executed", "by", "",
      [&](const LayerPlan& l) { return WinnerOf(l, options.convention).name; });
  add("fewest words executed", "next", "",
      [&](const LayerPlan& l) { return WinnerOf(l, options.convention).why; });
  return table.Text();
}

PlanFile PlanResult(const NetworkPlan& plan, const Hardware& hardware,
                    const SearchOptions& options) {
  PlanFile file;
  file.hardware = hardware.name;
  file.convention = options.convention == Convention::kPadded ? "padded" : "stored";
  for (const LayerPlan& layer : plan.layers) {
    file.layers.push_back(LayerOf(layer, hardware, options.convention));
  }
  const NetworkWords& words = plan.words;
  file.total = {words.executed,     words.equations, words.zhang, words.zhang_executed, words.ma,
                words.smartshuttle, words.bound,     words.once,  words.looked_at};
  return file;
}

}  // namespace nve::planner
