// SPDX-License-Identifier: Apache-2.0
// Puts predicted and measured cycles beside each other: see predicted_rows.hpp.
#include "report/compare/predicted_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "report/compare/core_time.hpp"
#include "report/compare/named_layers.hpp"

namespace nve {
namespace {

struct PredictedLayer {
  std::string name;
  std::optional<ResultPlace<FeedOfPrediction>> predicted;
  std::optional<ResultPlace<LayerOfRun>> measured;
};

// All layers that are predicted, and their sum, which no part of them is held against.
std::vector<PredictedLayer> LayersOf(const PredictedRun& pair) {
  const std::string feed = pair.run->result.feed.value_or("");
  const NamedLayers ran = LayersByName(*pair.run);
  std::vector<PredictedLayer> layers;
  for (const auto& [name, layer] : PredictedLayers(*pair.prediction)) {
    layers.push_back({name, PredictedFeed(layer, feed), std::nullopt});
    if (const auto* measured = FindLayer(ran, name)) layers.back().measured = *measured;
  }
  if (std::ranges::any_of(layers, [](const auto& layer) { return !layer.measured; })) {
    layers.back().measured.reset();
  }
  return layers;
}

double WeightOf(const PredictedRow& row) {
  const auto percent = row.Percent();
  return percent ? std::abs(percent->Value()) : 0;
}

}  // namespace

std::optional<Sourced> PredictedRow::Difference() const {
  if (!predicted || !measured) return std::nullopt;
  return *predicted - *measured;
}

std::optional<Sourced> PredictedRow::Percent() const {
  if (!predicted || !measured || measured->Value() == 0) return std::nullopt;
  return 100 * (*predicted - *measured) / *measured;
}

std::string NotPredicted(const PredictedRun& pair) {
  std::vector<std::string> feeds;
  for (const auto& [name, feed] : pair.prediction->Predicted().total.feeds) feeds.push_back(name);
  const auto& own = pair.run->result.feed;
  if (own && std::ranges::find(feeds, *own) != feeds.end()) return "";
  return fmt::format("{}: found {}, allowed: {}, the feeds of {}", pair.run->label,
                     own ? "feed '" + *own + '\'' : "no feed in the file", fmt::join(feeds, ", "),
                     pair.prediction->path);
}

std::vector<PredictedRow> ElapsedRows(const PredictedRun& pair) {
  std::vector<PredictedRow> rows;
  for (const PredictedLayer& layer : LayersOf(pair)) {
    PredictedRow& row = rows.emplace_back();
    row.layer = layer.name;
    row.what = "elapsed cycles";
    if (layer.predicted) row.predicted = NumberAt(layer.predicted->At(&FeedOfPrediction::cycles));
    if (layer.measured) row.measured = NumberAt(layer.measured->At(&LayerOfRun::elapsed_cycles));
  }
  std::ranges::stable_sort(rows, std::greater{}, WeightOf);
  return rows;
}

std::vector<PredictedRow> CoreTimeRows(const PredictedRun& pair) {
  if (CoresAtWork(pair.run->result) > 1) return {};
  std::vector<PredictedRow> rows;
  for (const PredictedLayer& layer : LayersOf(pair)) {
    if (!layer.predicted || !layer.measured) continue;
    const CoreTime predicted = PredictedTime(*layer.predicted);
    const CoreTime measured = MeasuredTime(*layer.measured);
    rows.push_back({layer.name, "the core works", predicted.works, measured.works});
    rows.push_back({layer.name, "it waits", predicted.waits, measured.waits});
    rows.push_back({layer.name, "it is idle", predicted.idle, measured.idle});
  }
  return rows;
}

}  // namespace nve
