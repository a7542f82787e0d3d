// SPDX-License-Identifier: Apache-2.0
// Names layers: see named_layers.hpp.
#include "report/compare/named_layers.hpp"

#include <algorithm>

#include "report/compare/run_verdict.hpp"

namespace nve {

std::vector<std::string> NamesApart(const std::vector<std::string>& names) {
  std::vector<std::string> apart;
  apart.reserve(names.size());
  for (const std::string& name : names) {
    std::string own = name;
    for (int number = 2; std::ranges::find(apart, own) != apart.end(); ++number) {
      own = name + " (" + std::to_string(number) + ')';
    }
    apart.push_back(std::move(own));
  }
  return apart;
}

NamedLayers LayersByName(const ReportedRun& run) {
  auto places = run.Place().At(&RunResult::layers).Items();
  if (const auto total = run.Place().At(&RunResult::total)) places.push_back(*total);
  std::vector<std::string> names;
  names.reserve(places.size());
  for (const auto& place : places) names.push_back(place->name);
  names = NamesApart(names);
  NamedLayers layers;
  for (size_t k = 0; k < places.size(); ++k) {
    layers.emplace_back(names[k], std::nullopt);
    if (HasEnded(run.result, *places[k])) layers.back().second = places[k];
  }
  return layers;
}

const ResultPlace<LayerOfRun>* FindLayer(const NamedLayers& layers, const std::string& name) {
  const auto found = std::ranges::find(layers, name, &NamedLayers::value_type::first);
  return found == layers.end() || !found->second ? nullptr : &*found->second;
}

}  // namespace nve
