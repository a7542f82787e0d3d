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

FeedOfPrediction FeedOf(const FeedPrediction& feed, bool bank) {
  const TransferTerms& terms = feed.terms;
  FeedOfPrediction result = {
      feed.Elapsed(),    terms.core,   terms.load,  terms.host, terms.copy, terms.ramp,
      terms.descriptors, terms.memory, terms.drain, {},         {}};
  if (feed.FirstStrip() > 0) result.first_strip_cycles = feed.FirstStrip();
  const MemoryEvents& events = feed.events;
  if (bank) {
    result.memory_events = {events.bursts, events.row_misses, events.turnarounds, events.refreshes};
  }
  return result;
}

LayerOfPrediction LayerOf(const LayerPrediction& layer, bool bank) {
  LayerOfPrediction result = {layer.name, {}};
  for (size_t f = 0; f < layer.feeds.size(); ++f) {
    result.feeds.emplace_back(kFeedNames[f], FeedOf(layer.feeds[f], bank));
  }
  return result;
}

// The cycles of the core alone, and of every feed.
RowTable MakeTable() {
  std::vector<RowTable::Column> columns = {{"layer", -8}, {"core alone", 14}};
  for (const char* feed : kFeedNames) columns.push_back({feed, 14});
  return RowTable(columns);
}

std::string TableLine(const RowTable& table, const std::string& name, const std::string& core,
                      const LayerPrediction& layer,
                      int64_t (FeedPrediction::*cycles)() const = &FeedPrediction::Elapsed) {
  std::vector<std::string> cells = {name, core};
  for (const FeedPrediction& feed : layer.feeds) {
    cells.push_back(fmt::format("{}", (feed.*cycles)()));
  }
  return table.RowOf(cells);
}

std::string TableLine(const RowTable& table, const LayerPrediction& layer) {
  return TableLine(table, layer.name, fmt::format("{}", layer.feeds.front().terms.core), layer);
}

}  // namespace

PredictionResult PredictionOf(const std::vector<LayerPrediction>& layers, size_t cores,
                              const TransferOptions& options) {
  const bool bank = options.memory.model == "bank";
  PredictionResult result;
  result.cores = static_cast<int64_t>(cores);
  result.memory = MemoryConfigJson(options.memory);
  result.memory_ports = PortsName(options);
  result.processor = {options.copy_mb_s, options.register_cycles, options.interrupt_cycles};
  for (const LayerPrediction& layer : layers) result.layers.push_back(LayerOf(layer, bank));
  result.total = LayerOf(TotalOf(layers), bank);
  return result;
}

std::string PredictionTable(const std::vector<LayerPrediction>& layers,
                            const TransferOptions& options) {
  const RowTable table = MakeTable();
  std::string text = fmt::format("predicted cycles: memory {}, ports {}\n", options.memory.model,
                                 PortsName(options)) +
                     table.Head();
  for (const LayerPrediction& layer : layers) text += TableLine(table, layer);
  const LayerPrediction total = TotalOf(layers);
  text += TableLine(table, total);
  if (total.feeds.front().FirstStrip() == 0) return text;
  return text + TableLine(table, "latency", "", total, &FeedPrediction::FirstStrip);
}

}  // namespace nve::transfer
