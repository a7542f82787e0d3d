// SPDX-License-Identifier: Apache-2.0
// Networks planned layer by layer: see plan_network.hpp.
#include "planner/mapping/plan_network.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/diagnostics/diagnostics.hpp"
#include "planner/mapping/fit_problem.hpp"
#include "planner/mapping/kept.hpp"
#include "planner/shapes/schedule_cache.hpp"

namespace nve::planner {
namespace {

LayerPlan PlanLayer(const LayerShape& layer, const SearchResult& chosen, const Hardware& hardware,
                    Convention convention) {
  LayerPlan plan;
  plan.layer = layer;
  plan.chosen = chosen;
  plan.equations = EquationWords(layer, chosen.mapping, convention);
  plan.executed = ExecutedWords(layer, chosen.mapping, convention);
  plan.kept = KeptWords(layer, chosen.mapping, hardware, convention).Total();
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
    sum.equations += plan.layer.count * plan.equations.Total();
    sum.executed += plan.layer.count * plan.executed.Total();
    sum.kept += plan.layer.count * plan.kept;
    if (plan.zhang) {
      sum.zhang += plan.layer.count * plan.zhang->words.Total();
      sum.zhang_executed +=
          plan.layer.count * ExecutedWords(plan.layer, plan.zhang->mapping, convention).Total();
    }
    if (plan.ma) sum.ma += plan.layer.count * plan.ma->words.Total();
    if (plan.smartshuttle) sum.smartshuttle += plan.layer.count * plan.smartshuttle->words.Total();
    sum.once += plan.layer.count * plan.once;
    sum.looked_at += plan.chosen.looked_at;
    bound += static_cast<double>(plan.layer.count) * plan.bound;
  }
  sum.bound = std::llround(bound);
  return sum;
}

}  // namespace

NetworkPlan PlanNetwork(const NetworkShape& network, const Hardware& hardware,
                        const SearchOptions& options) {
  NetworkPlan plan;
  Diagnostics problems;
  for (const LayerShape& layer : CacheLayers(network).distinct) {
    const auto chosen = SearchLayer(layer, hardware, options);
    if (chosen) {
      plan.layers.push_back(PlanLayer(layer, *chosen, hardware, options.convention));
    } else {
      problems.Error({network.file, layer.line, layer.name}, FitProblem(layer, hardware, options));
    }
  }
  problems.ThrowIfErrors();
  plan.words = Sum(plan.layers, options.convention);
  return plan;
}

}  // namespace nve::planner
