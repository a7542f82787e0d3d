// SPDX-License-Identifier: Apache-2.0
// Predictions for people and programs: see predict_report.hpp.
#include "model/transfer/predict_report.hpp"

#include <fmt/format.h>

#include "report/row_table.hpp"

namespace nve::transfer {
namespace {

const char* PortsName(const TransferOptions& options) {
  return options.memory.board.shared_port ? "shared" : "separate";
}

LayerPrediction TotalOf(const std::vector<LayerPrediction>& layers) {
  LayerPrediction total;
  total.name = "total";
  for (const LayerPrediction& layer : layers) {
    for (size_t f = 0; f < layer.feeds.size(); ++f) total.feeds[f] += layer.feeds[f];
  }
  return total;
}

nlohmann::ordered_json FeedJson(const FeedPrediction& feed, bool bank) {
  const TransferTerms& terms = feed.terms;
  nlohmann::ordered_json json = {{"cycles", terms.Cycles()},
                                 {"core", terms.core},
                                 {"load", terms.load},
                                 {"host", terms.host},
                                 {"copy", terms.copy},
                                 {"ramp", terms.ramp},
                                 {"descriptors", terms.descriptors},
                                 {"memory", terms.memory},
                                 {"drain", terms.drain}};
  if (!bank) return json;
  json["memory_events"] = {{"bursts", feed.events.bursts},
                           {"row_misses", feed.events.row_misses},
                           {"turnarounds", feed.events.turnarounds},
                           {"refreshes", feed.events.refreshes}};
  return json;
}

nlohmann::ordered_json LayerJson(const LayerPrediction& layer, bool bank) {
  nlohmann::ordered_json json = {{"name", layer.name}};
  for (size_t f = 0; f < layer.feeds.size(); ++f) {
    json["feeds"][kFeedNames[f]] = FeedJson(layer.feeds[f], bank);
  }
  return json;
}

// The cycles of the core alone, and of every feed.
RowTable MakeTable() {
  std::vector<RowTable::Column> columns = {{"layer", -8}, {"core alone", 14}};
  for (const char* feed : kFeedNames) columns.push_back({feed, 14});
  return RowTable(columns);
}

std::string TableLine(const RowTable& table, const LayerPrediction& layer) {
  std::vector<std::string> cells = {layer.name, fmt::format("{}", layer.feeds.front().terms.core)};
  for (const FeedPrediction& feed : layer.feeds) {
    cells.push_back(fmt::format("{}", feed.terms.Cycles()));
  }
  return table.RowOf(cells);
}

}  // namespace

nlohmann::ordered_json PredictionJson(const std::vector<LayerPrediction>& layers,
                                      const TransferOptions& options) {
  const bool bank = options.memory.model == "bank";
  nlohmann::ordered_json json = {{"memory", MemoryConfigJson(options.memory)},
                                 {"memory_ports", PortsName(options)},
                                 {"processor",
                                  {{"copy_mb_s", options.copy_mb_s},
                                   {"register_cycles", options.register_cycles},
                                   {"interrupt_cycles", options.interrupt_cycles}}},
                                 {"layers", nlohmann::ordered_json::array()}};
  for (const LayerPrediction& layer : layers) json["layers"].push_back(LayerJson(layer, bank));
  json["total"] = LayerJson(TotalOf(layers), bank);
  return json;
}

std::string PredictionTable(const std::vector<LayerPrediction>& layers,
                            const TransferOptions& options) {
  const RowTable table = MakeTable();
  std::string text = fmt::format("predicted cycles: memory {}, ports {}\n", options.memory.model,
                                 PortsName(options)) +
                     table.Head();
  for (const LayerPrediction& layer : layers) text += TableLine(table, layer);
  return text + TableLine(table, TotalOf(layers));
}

}  // namespace nve::transfer
