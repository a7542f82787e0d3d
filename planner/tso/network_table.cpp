// SPDX-License-Identifier: Apache-2.0
// Tables over the paper's networks: see network_table.hpp.
#include "planner/tso/network_table.hpp"

#include <algorithm>

#include "base/diagnostics/diagnostics.hpp"
#include "planner/shapes/known_networks.hpp"

namespace nve::planner::tso {
namespace {

// The name in result files, the file, and the name in table I.
constexpr struct {
  const char* name;
  const char* file;
  const char* published;
} kNetworks[] = {{"inceptionv3", "inceptionv3", "InceptionV3"},
                 {"lenet", "lenet", "LeNet"},
                 {"mobilenetv2", "mobilenetv2", "MobileNetV2"},
                 {"resnet50", "resnet50_224", "ResNet-50"},
                 {"squeezenet", "squeezenet_227", "SqueezeNet"}};

}  // namespace

std::vector<std::string> TsoNetworkNames() {
  std::vector<std::string> names;
  for (const auto& network : kNetworks) names.emplace_back(network.name);
  return names;
}

NetworkShape TsoNetwork(const std::string& name) {
  const auto found =
      std::ranges::find_if(kNetworks, [&](const auto& network) { return network.name == name; });
  NVE_CHECK(found != std::end(kNetworks), "no network of the paper");
  return ReadNetwork(found->file);
}

std::vector<TsoRow> NetworkTable(const Npu& npu, Tie tie) {
  std::vector<TsoRow> rows;
  for (const std::string& name : TsoNetworkNames()) {
    const NetworkShape network = TsoNetwork(name);
    for (const Reading reading : {Reading::kPrinted, Reading::kConsistent}) {
      for (const Model model : {Model::kBurst, Model::kNoBurst}) {
        SearchOptions options;
        options.model = model;
        options.reading = reading;
        options.tie = tie;
        rows.push_back({name, model, reading, SearchNetwork(network, npu, options)});
        RequireMapped(rows.back().result);
      }
    }
  }
  return rows;
}

SearchOptions OptionsOf(Column column, Reading reading, Tie tie) {
  SearchOptions options;
  options.reading = reading;
  options.tie = tie;
  switch (column) {
    case Column::kBurst:
      break;
    case Column::kNoBurst:
      options.model = Model::kNoBurst;
      break;
    case Column::kKs:
      options.strategies = {Strategy::kKs};
      break;
    case Column::kKsOfm:
      options.strategies = {Strategy::kKsOfm};
      break;
    case Column::kOfm:
      options.strategies = {Strategy::kOfm};
      break;
    case Column::kIs:
      options.flows = {Flow::kInput};
      break;
    case Column::kOs:
      options.flows = {Flow::kOutput};
      break;
    case Column::kWs:
      options.flows = {Flow::kWeight};
      break;
  }
  return options;
}

std::vector<StrategyRow> StrategyTable(const Npu& npu, Reading reading, Tie tie) {
  std::vector<StrategyRow> rows;
  for (const auto& network : kNetworks) {
    StrategyRow row;
    row.network = network.name;
    row.published = network.published;
    const NetworkShape shapes = ReadNetwork(network.file);
    for (size_t i = 0; i < kColumns; ++i) {
      const NetworkResult result =
          SearchNetwork(shapes, npu, OptionsOf(static_cast<Column>(i), reading, tie));
      row.microseconds[i] = result.microseconds;
      row.unmapped[i] = result.unmapped;
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace nve::planner::tso
