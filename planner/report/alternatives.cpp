// SPDX-License-Identifier: Apache-2.0
// Alternatives of a plan: see alternatives.hpp.
#include "planner/report/alternatives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/diagnostics/diagnostics.hpp"
#include "planner/mapping/baselines.hpp"
#include "planner/mapping/fit_problem.hpp"
#include "planner/mapping/kept.hpp"
#include "planner/mapping/pruned_search.hpp"

namespace nve::planner {
namespace {

// The tensor that moves most words more than in the chosen plan.
std::string Because(const Words& chosen, const Words& other) {
  const std::array<std::pair<const char*, int64_t>, 3> more = {
      {{"input", other.input - chosen.input},
       {"weights", other.weight - chosen.weight},
       {"partial sums", other.output - chosen.output}}};
  const auto most =
      std::ranges::max_element(more, {}, [](const auto& each) { return each.second; });
  if (most->second <= 0) return "";
  return fmt::format("{} more words of {}", most->second, most->first);
}

class Collector {
 public:
  Collector(const LayerShape& layer, const Hardware& hardware, const SearchOptions& options)
      : layer_(layer), hardware_(hardware), options_(options) {}

  void Add(const std::string& name, const Mapping& mapping) {
    Alternative entry;
    entry.name = name;
    entry.mapping = mapping;
    entry.equations = EquationWords(layer_, mapping, options_.convention);
    entry.executed = ExecutedWords(layer_, mapping, options_.convention);
    entry.kept = KeptWords(layer_, mapping, hardware_, options_.convention).Total();
    if (!found_.empty()) {
      const Words& chosen = found_.front().executed;
      entry.more = 100.0 * static_cast<double>(entry.executed.Total() - chosen.Total()) /
                   static_cast<double>(chosen.Total());
      entry.because = Because(chosen, entry.executed);
    }
    found_.push_back(entry);
  }

  void AddBest(const std::string& name, const SearchOptions& options) {
    if (const auto best = SearchLayer(layer_, hardware_, options)) Add(name, best->mapping);
  }

  void AddBaseline(const std::string& name, const std::optional<BaselinePlan>& plan) {
    if (plan) Add(name, plan->mapping);
  }

  std::vector<Alternative> Found() { return std::move(found_); }

 private:
  const LayerShape& layer_;
  const Hardware& hardware_;
  const SearchOptions& options_;
  std::vector<Alternative> found_;
};

}  // namespace

std::vector<Alternative> MakeAlternatives(const LayerShape& layer, const Hardware& hardware,
                                          const SearchOptions& options) {
  const auto chosen = SearchLayer(layer, hardware, options);
  if (!chosen) {
    throw InputError({"", layer.line, layer.name}, FitProblem(layer, hardware, options));
  }
  Collector collect(layer, hardware, options);
  collect.Add("chosen", chosen->mapping);
  for (const Flow flow : {Flow::kInput, Flow::kWeight, Flow::kOutput}) {
    SearchOptions one = options;
    one.flows = {flow};
    collect.AddBest(fmt::format("best {}", FlowName(flow)), one);
  }
  SearchOptions other = options;
  other.tile_columns = false;
  collect.AddBest("whole rows", other);
  other = options;
  other.tiles = TileSet::kDivisors;
  collect.AddBest("divisor tiles", other);
  other = options;
  other.measure = Measure::kEquations;
  collect.AddBest("best by 6.1", other);
  other.measure = Measure::kMetric;
  collect.AddBest("best by 6.13", other);
  PruningOptions pruning;
  pruning.convention = options.convention;
  if (const auto pruned = SearchPruned(layer, hardware, pruning)) {
    collect.Add("pruned", pruned->result.mapping);
  }
  collect.AddBaseline("Zhang", Zhang(layer, hardware, options.convention));
  collect.AddBaseline("Ma", Ma(layer, hardware, options.convention));
  collect.AddBaseline("SmartShuttle", SmartShuttle(layer, hardware, options.convention));
  return collect.Found();
}

std::string TileText(const LayerShape& layer, const Tile& tile) {
  const auto loop = [](const char* name, int64_t step, int64_t bound) {
    return step == bound ? fmt::format("{} all", name) : fmt::format("{} {}", name, step);
  };
  return fmt::format("{}, {}, {}, {}", loop("OC", tile.oc, layer.GroupOutputs()),
                     loop("IC", tile.ic, layer.GroupInputs()), loop("OH", tile.oh, layer.oh),
                     loop("OW", tile.ow, layer.ow));
}

}  // namespace nve::planner
