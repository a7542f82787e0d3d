// SPDX-License-Identifier: Apache-2.0
// Measures made-up plans: see rank_plans.hpp.
#include "planner/tools/rank_plans.hpp"

#include <fmt/format.h>

#include <array>
#include <random>

#include "base/cli/progress.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/json/json_file.hpp"
#include "base/statistics/rank_correlation.hpp"
#include "planner/ir/ir_words.hpp"
#include "planner/ir/make_ir.hpp"
#include "planner/mapping/kept.hpp"
#include "planner/mapping/search.hpp"
#include "planner/tools/plan_network_file.hpp"
#include "planner/tools/plan_program.hpp"
#include "planner/tools/run_plans.hpp"
#include "report/result/plan_file.hpp"
#include "report/result/result_json.hpp"
#include "report/text_table.hpp"

namespace nve::planner {
namespace {

// Longer tables take the compiler long.
constexpr int64_t kMostTiles = 20000;
// Draws that find no further plan: the layer has few.
constexpr int kMostDraws = 10000;

struct RankedPlan {
  Mapping mapping;
  int64_t predicted = 0;  ///< words by the closed form
  int64_t moved = 0;      ///< words that the program counts
  double seconds = 0;     ///< the least of its repeats
};

struct RankedLayer {
  LayerShape layer;
  std::vector<RankedPlan> plans;

  std::vector<double> Predicted() const { return Column(&RankedPlan::predicted); }
  std::vector<double> Seconds() const { return Column(&RankedPlan::seconds); }

 private:
  template <typename Member>
  std::vector<double> Column(Member member) const {
    std::vector<double> values;
    values.reserve(plans.size());
    for (const RankedPlan& plan : plans) values.push_back(static_cast<double>(plan.*member));
    return values;
  }
};

int64_t PredictedWords(const LayerShape& layer, const Mapping& mapping, const Hardware& hardware,
                       bool reload) {
  return reload ? ExecutedWords(layer, mapping, Convention::kStored).Total()
                : KeptWords(layer, mapping, hardware, Convention::kStored).Total();
}

std::vector<Mapping> DrawMappings(const LayerShape& layer, const Hardware& hardware,
                                  const SearchOptions& options, int wanted) {
  const TileLists lists = TileListsOf(layer, options);
  std::mt19937 random(1);
  const auto pick = [&](const auto& values) { return values[random() % values.size()]; };
  std::vector<Mapping> found;
  for (int draw = 0; draw < kMostDraws && static_cast<int>(found.size()) < wanted; ++draw) {
    const Tile tile = {pick(lists.oc), pick(lists.ic), pick(lists.oh),
                       pick(lists.ow), layer.kh,       layer.kw};
    const Mapping mapping = {tile, pick(options.flows)};
    const TripCounts trips = TripCountsOf(layer, tile);
    if (!Fits(TileWords(layer, tile, Convention::kStored), hardware)) continue;
    if (trips.n * trips.c * trips.h * layer.groups > kMostTiles) continue;
    if (std::ranges::find(found, mapping) == found.end()) found.push_back(mapping);
  }
  return found;
}

std::string RankText(const std::vector<RankedLayer>& layers) {
  std::vector<std::string> names;
  std::array<std::vector<std::string>, 5> cells;
  for (const RankedLayer& each : layers) {
    const std::vector<double> words = each.Predicted();
    const std::vector<double> seconds = each.Seconds();
    const Interval interval = SpearmanInterval(words, seconds);
    names.push_back(each.layer.name);
    cells[0].push_back(fmt::to_string(words.size()));
    cells[1].push_back(fmt::format("{:.1f}", std::ranges::max(words) / std::ranges::min(words)));
    cells[2].push_back(
        fmt::format("{:.1f}", std::ranges::max(seconds) / std::ranges::min(seconds)));
    cells[3].push_back(fmt::format("{:.2f}", Spearman(words, seconds)));
    cells[4].push_back(fmt::format("{:.2f} to {:.2f}", interval.low, interval.high));
  }
  TextTable table(names, "layer");
  table.Add("plans", "drawn", cells[0]);
  table.Add("most / least", "words", cells[1]);
  table.Add("most / least", "seconds", cells[2]);
  table.Add("rank correlation", "Spearman", cells[3]);
  table.Add("rank correlation", "95 % interval", cells[4]);
  return table.Text();
}

RanksFile RanksResult(const std::vector<RankedLayer>& layers) {
  RanksFile file;
  for (const RankedLayer& each : layers) {
    const Interval interval = SpearmanInterval(each.Predicted(), each.Seconds());
    LayerOfRanks& layer = file.layers.emplace_back();
    layer.layer = each.layer.name;
    layer.spearman = Spearman(each.Predicted(), each.Seconds());
    layer.interval = {interval.low, interval.high};
    for (const RankedPlan& plan : each.plans) {
      const Tile& tile = plan.mapping.tile;
      layer.plans.push_back({{tile.oc, tile.ic, tile.oh, tile.ow},
                             FlowName(plan.mapping.flow),
                             plan.predicted,
                             plan.moved,
                             plan.seconds});
    }
  }
  return file;
}

}  // namespace

int RunRank(const PlanOptions& options) {
  const NetworkShape network = ReadPlanNetwork(options);
  const Hardware hardware = ReadHardware(HardwareOf(options));
  const SearchOptions search = SearchOptionsOf(options);
  for (const LayerShape& layer : network.layers) RequireRoom(layer, "--rank");
  const ProgramRunner runner("--rank");
  std::vector<RankedLayer> layers;
  for (const LayerShape& layer : network.layers) layers.push_back({layer, {}});
  Progress progress("measuring plans", static_cast<int64_t>(layers.size()) * options.rank, "plans");
  int64_t done = 0;
  for (RankedLayer& each : layers) {
    const auto mappings = DrawMappings(each.layer, hardware, search, options.rank);
    if (mappings.size() < 3) {
      throw InputError({network.file, each.layer.line, each.layer.name},
                       fmt::format("found {} plans of at most {} tiles that fit {}, allowed: at "
                                   "least 3 to rank",
                                   mappings.size(), kMostTiles, hardware.name));
    }
    for (const Mapping& mapping : mappings) {
      const PlanIr ir = MakeIr(each.layer, mapping, hardware, {.keep_tiles = !options.reload});
      const ProgramRun run = runner.Run(ir);
      const RankedPlan plan = {mapping,
                               PredictedWords(each.layer, mapping, hardware, options.reload),
                               run.moved, run.seconds};
      if (plan.moved != IrWords(ir).Sum().Total()) {
        throw CheckFailed(fmt::format("{}: a program moves {} words, its plan {}", each.layer.name,
                                      plan.moved, IrWords(ir).Sum().Total()));
      }
      each.plans.push_back(plan);
      progress.Update(++done);
    }
  }
  progress.Finish();
  Print("{}", RankText(layers));
  if (!options.json.empty())
    WriteJson(options.json, ResultJson(WithCommand(RanksResult(layers), options.command)));
  return kExitOk;
}

}  // namespace nve::planner
