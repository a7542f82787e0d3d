// SPDX-License-Identifier: Apache-2.0
// Tables of results: see tso_text.hpp.
#include "planner/tso/tso_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "report/text_table.hpp"

namespace nve::planner::tso {
namespace {

template <typename Row>
std::vector<std::string> CellsOf(const std::vector<Row>& rows,
                                 const std::function<std::string(const Row&)>& cell) {
  std::vector<std::string> cells;
  cells.reserve(rows.size());
  for (const Row& row : rows) cells.push_back(cell(row));
  return cells;
}

std::string Microseconds(double value) { return fmt::format("{:.1f}", value); }

std::string ToText(const PerTensor& values) {
  return fmt::format("{} {} {}", values.in, values.w, values.out);
}

int64_t ConvolutionsOf(const NetworkResult& result) {
  int64_t convolutions = 0;
  for (const LayerResult& layer : result.layers) convolutions += layer.layer.count;
  return convolutions;
}

const PublishedTimes& PublishedOf(const StrategyRow& row) {
  return *std::ranges::find_if(
      Table1(), [&](const PublishedTimes& times) { return times.network == row.published; });
}

}  // namespace

std::string NetworkText(const NetworkResult& result) {
  const auto cells = [&](const std::function<std::string(const LayerResult&)>& cell) {
    return CellsOf<LayerResult>(result.layers, cell);
  };
  // Of a layer without a mapping the cell is empty
  const auto mapped = [&](const std::function<std::string(const Mapping&)>& cell) {
    return cells([&](const LayerResult& layer) {
      return layer.mapping ? cell(*layer.mapping) : std::string();
    });
  };
  TextTable table(cells([](const LayerResult& layer) { return layer.layer.name; }), "layer");
  table.Add("", "count",
            cells([](const LayerResult& layer) { return fmt::to_string(layer.layer.count); }));
  table.Add("chosen", "slice", mapped([](const Mapping& m) { return ToText(m.partition); }));
  table.Add("chosen", "flow", mapped([](const Mapping& m) { return FlowName(m.flow); }));
  table.Add("chosen", "T_M T_N T_R T_C", mapped([](const Mapping& m) {
              return fmt::format("{} {} {} {}", m.tile.m, m.tile.n, m.tile.r, m.tile.c);
            }));
  table.Add("IN W OUT", "moved", mapped([](const Mapping& m) { return ToText(m.transfers); }));
  table.Add("IN W OUT", "bursts each", mapped([](const Mapping& m) { return ToText(m.bursts); }));
  table.Add("microseconds", "MAC",
            mapped([](const Mapping& m) { return Microseconds(m.mac_microseconds); }));
  table.Add("microseconds", "all",
            mapped([](const Mapping& m) { return Microseconds(m.microseconds); }));
  std::string text = table.Text();
  for (const LayerResult& layer : result.layers) {
    if (!layer.mapping) text += fmt::format("{}: {}\n", layer.layer.name, layer.problem);
  }
  return text + fmt::format("{} convolutions, {} without a mapping: {} microseconds\n",
                            ConvolutionsOf(result), result.unmapped,
                            Microseconds(result.microseconds));
}

std::string TableText(const std::vector<TsoRow>& rows) {
  const auto cells = [&](const std::function<std::string(const TsoRow&)>& cell) {
    return CellsOf<TsoRow>(rows, cell);
  };
  TextTable table(cells([](const TsoRow& row) { return row.network; }), "network");
  table.Add("", "reading", cells([](const TsoRow& row) { return ReadingName(row.reading); }));
  table.Add("", "model", cells([](const TsoRow& row) { return ModelName(row.model); }));
  table.Add("", "convolutions",
            cells([](const TsoRow& row) { return fmt::to_string(ConvolutionsOf(row.result)); }));
  table.Add("microseconds", "by the model",
            cells([](const TsoRow& row) { return Microseconds(row.result.estimate); }));
  table.Add("microseconds", "with bursts",
            cells([](const TsoRow& row) { return Microseconds(row.result.microseconds); }));
  return table.Text();
}

std::string StrategyText(const std::vector<StrategyRow>& rows) {
  const auto cells = [&](const std::function<std::string(const StrategyRow&)>& cell) {
    return CellsOf<StrategyRow>(rows, cell);
  };
  TextTable table(cells([](const StrategyRow& row) { return row.network; }), "network");
  table.Add("microseconds", "burst",
            cells([](const StrategyRow& row) { return Microseconds(row.microseconds[0]); }));
  for (size_t i = 1; i < kColumns; ++i) {
    table.Add("by the equations, over burst", ColumnName(static_cast<Column>(i)),
              cells([i](const StrategyRow& row) {
                if (row.unmapped[i] > 0) return fmt::format("{} unmapped", row.unmapped[i]);
                return fmt::format("{:.3f}", row.microseconds[i] / row.microseconds[0]);
              }));
  }
  for (size_t i = 1; i < kColumns; ++i) {
    const auto column = static_cast<Column>(i);
    table.Add("table I, over burst", ColumnName(column), cells([column](const StrategyRow& row) {
                return fmt::format("{:.3f}", PublishedOf(row).Ratio(column));
              }));
  }
  return table.Text();
}

}  // namespace nve::planner::tso
