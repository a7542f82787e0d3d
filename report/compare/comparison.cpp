// SPDX-License-Identifier: Apache-2.0
// Compares layers by their names.
#include "report/compare/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "report/compare/named_layers.hpp"

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
                                   const std::vector<NamedLayers>& runs) {
  ComparisonRow row = {name, cost.name, {}, -std::numeric_limits<double>::infinity()};
  bool something = false, compared = false;
  for (const NamedLayers& layers : runs) {
    const Layer* layer = FindLayer(layers, name);
    ComparedCost& own = row.runs.emplace_back();
    if (layer != nullptr) own.value = cost.of(*layer);
    something = something || (own.value && own.value->Value() != 0);
    const auto& first = row.runs.front().value;
    if (row.runs.size() == 1 || !own.value || !first) continue;
    own.change = ChangeOf(*first, *own.value);
    const Layer* base = FindLayer(runs.front(), name);
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
  std::vector<NamedLayers> layers;
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
