// SPDX-License-Identifier: Apache-2.0
// Plans the thesis's networks: see thesis_plans.hpp.
#include "planner/papers/thesis_plans.hpp"

#include "planner/mapping/performance.hpp"
#include "planner/shapes/known_networks.hpp"

namespace nve::planner {
namespace {

NetworkPlan PlanBy(const NetworkShape& network, const Hardware& hardware, Measure measure) {
  SearchOptions options;
  options.measure = measure;
  options.tile_columns = measure == Measure::kExecuted || measure == Measure::kKept;
  if (measure == Measure::kMetric) options.tiles = TileSet::kAll;
  return PlanNetwork(network, hardware, options);
}

double RooflineSeconds(const LayerShape& layer, const Mapping& mapping, const Hardware& hardware) {
  const int64_t words = ExecutedWords(layer, mapping, Convention::kPadded).Total();
  const Performance speed = PerformanceOf(layer, mapping.tile, words, hardware);
  return static_cast<double>(layer.Macs() * layer.count) / (speed.attainable * 1e9);
}

}  // namespace

ThesisPlans PlanThesis() {
  ThesisPlans all;
  all.padded = VolumeTable(Convention::kPadded);
  all.stored = VolumeTable(Convention::kStored);
  for (const ThesisNetwork& each : kThesisNetworks) {
    const NetworkShape network = ReadNetwork(each.shapes);
    for (const char setup : kSetUps) {
      const Hardware hardware = SetUp(setup);
      all.plans.push_back({each, setup, PlanBy(network, hardware, Measure::kMetric),
                           PlanBy(network, hardware, Measure::kEquations),
                           PlanBy(network, hardware, Measure::kExecuted),
                           PlanBy(network, hardware, Measure::kKept)});
    }
  }
  return all;
}

double RooflineSeconds(const NetworkPlan& plan, const Hardware& hardware) {
  double seconds = 0;
  for (const LayerPlan& each : plan.layers) {
    seconds += RooflineSeconds(each.layer, each.chosen.mapping, hardware);
  }
  return seconds;
}

std::optional<std::array<double, 3>> SpeedUps(const NetworkPlan& plan, const Hardware& hardware) {
  std::array<double, 3> ratios = {};
  for (const LayerPlan& each : plan.layers) {
    const std::array baselines = {&each.zhang, &each.ma, &each.smartshuttle};
    for (size_t k = 0; k < baselines.size(); ++k) {
      if (!*baselines[k]) return std::nullopt;
      ratios[k] += RooflineSeconds(each.layer, (*baselines[k])->mapping, hardware);
    }
  }
  const double ours = RooflineSeconds(plan, hardware);
  for (double& ratio : ratios) ratio /= ours;
  return ratios;
}

double Reduction(const VolumeRow& row) {
  const auto optimum = static_cast<double>(row.optimum);
  return 1 - (optimum / static_cast<double>(row.zhang) + optimum / static_cast<double>(row.ma) +
              optimum / static_cast<double>(row.smartshuttle)) /
                 3;
}

}  // namespace nve::planner
