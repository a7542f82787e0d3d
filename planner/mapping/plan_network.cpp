// Networks planned layer by layer: see plan_network.hpp.
#include "planner/mapping/plan_network.hpp"

#include <fmt/format.h>

#include <cmath>

#include "compiler/support/diagnostics.hpp"
#include "planner/mapping/fit_problem.hpp"
#include "planner/shapes/schedule_cache.hpp"

namespace nve::planner {
namespace {

LayerPlan PlanLayer(const LayerShape& layer, int64_t count, const SearchResult& chosen,
                    const Hardware& hardware, Convention convention) {
  LayerPlan plan;
  plan.layer = layer;
  plan.count = count;
  plan.chosen = chosen;
  plan.equations = EquationWords(layer, chosen.mapping, convention);
  plan.executed = ExecutedWords(layer, chosen.mapping, convention);
  plan.zhang = Zhang(layer, hardware, convention);
  plan.ma = Ma(layer, hardware, convention);
  plan.smartshuttle = SmartShuttle(layer, hardware, convention);
  plan.bound = LowerBound(
      layer, hardware.InputWords() + hardware.WeightWords() + hardware.OutputWords(), convention);
  plan.once = TensorWords(layer, convention).Total();
  return plan;
}

NetworkWords Sum(const std::vector<LayerPlan>& layers, Convention convention) {
  NetworkWords sum;
  double bound = 0;
  for (const LayerPlan& plan : layers) {
    sum.equations += plan.count * plan.equations.Total();
    sum.executed += plan.count * plan.executed.Total();
    if (plan.zhang) {
      sum.zhang += plan.count * plan.zhang->words.Total();
      sum.zhang_executed +=
          plan.count * ExecutedWords(plan.layer, plan.zhang->mapping, convention).Total();
    }
    if (plan.ma) sum.ma += plan.count * plan.ma->words.Total();
    if (plan.smartshuttle) sum.smartshuttle += plan.count * plan.smartshuttle->words.Total();
    sum.once += plan.count * plan.once;
    sum.looked_at += plan.chosen.looked_at;
    bound += static_cast<double>(plan.count) * plan.bound;
  }
  sum.bound = std::llround(bound);
  return sum;
}

}  // namespace

NetworkPlan PlanNetwork(const NetworkShape& network, const Hardware& hardware,
                        const SearchOptions& options) {
  NetworkPlan plan;
  Diagnostics problems;
  for (const DistinctLayer& distinct : DistinctLayers(network)) {
    const auto chosen = SearchLayer(distinct.layer, hardware, options);
    if (!chosen) {
      problems.Error({network.file, distinct.layer.line, distinct.layer.name},
                     FitProblem(distinct.layer, hardware, options));
      continue;
    }
    plan.layers.push_back(
        PlanLayer(distinct.layer, distinct.count, *chosen, hardware, options.convention));
  }
  problems.ThrowIfErrors();
  plan.words = Sum(plan.layers, options.convention);
  return plan;
}

}  // namespace nve::planner
