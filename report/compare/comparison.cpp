// SPDX-License-Identifier: Apache-2.0
// Compares layers by their names.
#include "report/compare/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "report/compare/run_verdict.hpp"

namespace nve {
namespace {

using Layer = ResultPlace<LayerOfRun>;

struct Cost {
  const char* name;
  std::function<std::optional<Sourced>(const Layer&)> of;
  bool of_cycles = false;  ///< a part of the layer's cycles, so that it weighs as much as of them
};

const std::vector<Cost>& Costs() {
  static const std::vector<Cost> costs = {
      {"elapsed cycles",
       [](const Layer& l) { return NumberAt(l.At(&LayerOfRun::elapsed_cycles)); }},
      {"core cycles", [](const Layer& l) { return NumberAt(l.At(&LayerOfRun::cycles)); }},
      {"bytes moved", BytesMoved},
      {"words in", [](const Layer& l) { return NumberAt(l.At(&LayerOfRun::words_in)); }},
      {"words out", [](const Layer& l) { return NumberAt(l.At(&LayerOfRun::words_out)); }},
      {"cycles without input",
       [](const Layer& l) { return NumberAt(l.At(&LayerOfRun::stalls).At(&Stalls::input)); }, true},
      {"cycles without room for output",
       [](const Layer& l) { return NumberAt(l.At(&LayerOfRun::stalls).At(&Stalls::output)); },
       true}};
  return costs;
}

// The layers of a result and their sum, by name, without one that did not come to its end; of
// layers of one name the second is "L1 (2)".
using Layers = std::vector<std::pair<std::string, std::optional<Layer>>>;

Layers LayersByName(const ReportedRun& run) {
  Layers layers;
  const auto add = [&](const Layer& layer) {
    std::string name = layer->name;
    for (int number = 2;
         std::ranges::any_of(layers, [&](const auto& other) { return other.first == name; });
         ++number) {
      name = layer->name + " (" + std::to_string(number) + ')';
    }
    const bool ended = HasEnded(run.result, *layer);
    layers.emplace_back(std::move(name), ended ? std::optional<Layer>(layer) : std::nullopt);
  };
  for (const Layer& layer : run.Place().At(&RunResult::layers).Items()) add(layer);
  if (const auto total = run.Place().At(&RunResult::total)) add(*total);
  return layers;
}

const Layer* Find(const Layers& layers, const std::string& name) {
  const auto found = std::ranges::find(layers, name, &Layers::value_type::first);
  return found == layers.end() || !found->second ? nullptr : &*found->second;
}

std::optional<Sourced> ChangeOf(const Sourced& first, const Sourced& later) {
  if (first.Value() == 0) return std::nullopt;
  return 100 * (later - first) / first;
}

// A change as a part of what there was.
double WeightOf(double change, double of) {
  if (change == 0) return 0;
  if (of <= 0) return std::copysign(std::numeric_limits<double>::infinity(), change);
  return change / of;
}

std::optional<ComparisonRow> RowOf(const std::string& name, const Cost& cost,
                                   const std::vector<Layers>& runs) {
  ComparisonRow row = {name, cost.name, {}, -std::numeric_limits<double>::infinity()};
  bool something = false, compared = false;
  for (const Layers& layers : runs) {
    const Layer* layer = Find(layers, name);
    ComparedCost& own = row.runs.emplace_back();
    if (layer != nullptr) own.value = cost.of(*layer);
    something = something || (own.value && own.value->Value() != 0);
    const auto& first = row.runs.front().value;
    if (row.runs.size() == 1 || !own.value || !first) continue;
    own.change = ChangeOf(*first, *own.value);
    const Layer* base = Find(runs.front(), name);
    const double of = cost.of_cycles ? static_cast<double>((*base)->cycles) : first->Value();
    row.worst = std::max(row.worst, WeightOf(own.value->Value() - first->Value(), of));
    compared = true;
  }
  if (!compared) row.worst = 0;
  return something ? std::optional<ComparisonRow>(std::move(row)) : std::nullopt;
}

}  // namespace

std::optional<Sourced> BytesMoved(const ResultPlace<LayerOfRun>& layer) {
  const auto axi = layer.At(&LayerOfRun::axi);
  if (!axi) return std::nullopt;
  std::vector<Sourced> bytes;
  for (const auto& [name, port] : axi->Items()) {
    for (const auto& side : {port.At(&AxiPortOfRun::read), port.At(&AxiPortOfRun::write)}) {
      if (side) bytes.push_back(NumberAt(side->At(&AxiSideOfRun::bytes)));
    }
  }
  return SumOf(bytes);
}

std::vector<ComparisonRow> Compare(const std::vector<ReportedRun>& runs) {
  std::vector<Layers> layers;
  std::vector<std::string> names;
  for (const ReportedRun& run : runs) {
    for (const auto& [name, layer] : layers.emplace_back(LayersByName(run))) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
  std::vector<ComparisonRow> rows;
  for (const std::string& name : names) {
    for (const Cost& cost : Costs()) {
      if (auto row = RowOf(name, cost, layers)) rows.push_back(std::move(*row));
    }
  }
  std::ranges::stable_sort(rows, std::greater{}, &ComparisonRow::worst);
  return rows;
}

}  // namespace nve
