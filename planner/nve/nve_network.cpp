// SPDX-License-Identifier: Apache-2.0
// Networks on the NVE: see nve_network.hpp.
#include "planner/nve/nve_network.hpp"

#include <fmt/format.h>

#include <functional>

#include "report/text_table.hpp"

namespace nve::planner {

std::vector<NveLayerEntry> PlanOnNve(const Network& network, const arch::Machine& machine) {
  std::vector<NveLayerEntry> entries;
  entries.reserve(network.layers.size());
  for (const Layer& layer : network.layers) {
    NveLayerEntry entry = {layer.name, NveFitProblem(layer, machine), std::nullopt};
    if (entry.problem.empty()) entry.plan = PlanOnNve(layer, machine);
    entries.push_back(entry);
  }
  return entries;
}

std::vector<NveLayerEntry> PlanOnNve(const NetworkShape& network, const arch::Machine& machine) {
  std::vector<NveLayerEntry> entries;
  entries.reserve(network.layers.size());
  for (const LayerShape& shape : network.layers) {
    NveLayerEntry entry = {shape.name, NveFitProblem(shape, machine), std::nullopt};
    if (entry.problem.empty()) entry.plan = PlanOnNve(CompilerLayer(shape), machine);
    entries.push_back(entry);
  }
  return entries;
}

std::string NveText(const std::vector<NveLayerEntry>& layers) {
  std::vector<std::string> names;
  names.reserve(layers.size());
  for (const NveLayerEntry& layer : layers) names.push_back(layer.name);
  TextTable table(names, "layer");
  const auto add = [&](const char* group, const char* title,
                       const std::function<std::string(const NveLayerPlan&)>& cell) {
    std::vector<std::string> cells;
    cells.reserve(layers.size());
    for (const NveLayerEntry& layer : layers) {
      cells.push_back(layer.plan ? cell(*layer.plan) : "-");
    }
    table.Add(group, title, cells);
  };
  using Plan = NveLayerPlan;
  add("programs", "all", [](const Plan& p) { return fmt::to_string(p.programs); });
  add("programs", "maps at most", [](const Plan& p) { return fmt::to_string(p.tile.oc); });
  add("programs", "loads", [](const Plan& p) { return fmt::to_string(p.loads); });
  add("programs", "rows", [](const Plan& p) { return fmt::to_string(p.tile.oh); });
  add("words of 64 bits", "16 rows",
      [](const Plan& p) { return fmt::to_string(p.words_per_16_rows); });
  add("words of 64 bits", "layer", [](const Plan& p) { return fmt::to_string(p.words); });
  add("roofline", "MAC/B", [](const Plan& p) { return fmt::format("{:.2f}", p.intensity); });
  add("roofline", "computes", [](const Plan& p) { return fmt::format("{:.3f}", p.compute); });
  add("roofline", "stream feeds", [](const Plan& p) { return fmt::format("{:.3f}", p.memory); });
  add("roofline", "GMAC/s", [](const Plan& p) { return fmt::format("{:.3f}", p.attainable); });
  std::string text = table.Text();
  for (const NveLayerEntry& layer : layers) {
    if (!layer.problem.empty()) text += fmt::format("{}: {}\n", layer.name, layer.problem);
  }
  return text;
}

NvePlanFile NvePlanResult(const std::vector<NveLayerEntry>& layers, const arch::Machine& machine) {
  NvePlanFile file;
  file.hardware = machine.name;
  for (const NveLayerEntry& entry : layers) {
    LayerOfNvePlan& layer = file.layers.emplace_back();
    layer.layer = entry.name;
    layer.fits = entry.plan.has_value();
    if (!entry.plan) {
      layer.problem = entry.problem;
      continue;
    }
    const NveLayerPlan& plan = *entry.plan;
    layer.programs = plan.programs;
    layer.maps = plan.tile.oc;
    layer.loads = plan.loads;
    layer.rows = plan.tile.oh;
    layer.data_words_per_16_rows = plan.words_per_16_rows;
    layer.words = plan.words;
    layer.macs = plan.macs;
    layer.cycles = plan.cycles;
    layer.intensity = plan.intensity;
    layer.performance = plan.attainable;
    layer.roof = plan.compute <= plan.memory ? "compute" : "memory";
  }
  return file;
}

}  // namespace nve::planner
