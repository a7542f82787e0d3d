// SPDX-License-Identifier: Apache-2.0
// TSO's tables: see tso_tables.hpp.
#include "planner/papers/tso_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics/diagnostics.hpp"
#include "planner/tso/bursts.hpp"
#include "planner/tso/published.hpp"
#include "planner/tso/time.hpp"

namespace nve::planner::tso {
namespace {

std::vector<std::string> ColumnTitles() {
  std::vector<std::string> titles = {"network"};
  for (size_t k = 0; k < kColumns; ++k) titles.emplace_back(ColumnName(static_cast<Column>(k)));
  return titles;
}

std::string TimeCell(const StrategyRow& row, size_t column) {
  if (row.unmapped[column] > 0) return "-";
  return fmt::format("{:.0f}", row.microseconds[column]);
}

std::string RatioCell(const StrategyRow& row, size_t column) {
  if (row.unmapped[column] > 0) return "-";
  return fmt::format("{:.3f}", row.microseconds[column] / row.microseconds[0]);
}

template <typename CellOf>
void AddStrategies(PaperTable& table, const std::vector<StrategyRow>& rows,
                   const std::string& reading, CellOf cell_of) {
  for (const StrategyRow& row : rows) {
    std::vector<std::string> cells = {fmt::format("{}, {}", row.network, reading)};
    for (size_t k = 0; k < kColumns; ++k) cells.push_back(cell_of(row, k));
    table.rows.push_back(cells);
  }
}

template <typename CellOf>
void AddBoard(PaperTable& table, CellOf cell_of) {
  for (const PublishedTimes& row : Table1()) {
    std::vector<std::string> cells = {fmt::format("{}, board", row.network)};
    for (size_t k = 0; k < kColumns; ++k) cells.push_back(cell_of(row, static_cast<Column>(k)));
    table.rows.push_back(cells);
  }
}

}  // namespace

TsoPlans PlanTso() {
  const Npu npu = ReadNpu("nmp");
  return {npu, NetworkTable(npu), StrategyTable(npu, Reading::kPrinted),
          StrategyTable(npu, Reading::kConsistent)};
}

TimeParts PartsOf(const NetworkResult& result, const Npu& npu) {
  TimeParts parts;
  for (const LayerResult& each : result.layers) {
    if (!each.mapping) continue;
    const Mapping& mapping = *each.mapping;
    const auto count = static_cast<double>(each.layer.count);
    const auto moves = [&](int64_t transfers, int64_t bytes, int64_t bursts) {
      return count * static_cast<double>(transfers) *
             TransferMicroseconds(bytes, bursts, npu, Model::kBurst);
    };
    parts.load += moves(mapping.transfers.in, mapping.bytes.in, mapping.bursts.in) +
                  moves(mapping.transfers.w, mapping.bytes.w, mapping.bursts.w);
    parts.store += moves(mapping.transfers.out, mapping.bytes.out, mapping.bursts.out);
    parts.mac += count * mapping.mac_microseconds;
  }
  return parts;
}

PaperTable TimesTable(const TsoPlans& all) {
  PaperTable table = {"tso-table-1",
                      "Table I: microseconds of a network",
                      ColumnTitles(),
                      {},
                      {"Board: whole networks with software, one DMA engine for each TLE.",
                       "Ours: the equations over the convolutions alone. Not reproducible.",
                       "No-burst: chosen without bursts, then counted with them."}};
  AddBoard(table,
           [](const PublishedTimes& row, Column column) { return fmt::to_string(row.Of(column)); });
  AddStrategies(table, all.printed, "as printed", TimeCell);
  AddStrategies(table, all.consistent, "consistent", TimeCell);
  return table;
}

PaperTable RatioTable(const TsoPlans& all) {
  PaperTable table = {
      "tso-ratios",
      "Figures 8, 12 and 13: times over those of TSO with bursts",
      ColumnTitles(),
      {},
      {"-: three layers of ResNet-50 fit no tile with WS; filters of 512 channels exceed MB1.",
       "No-burst depends on how ties are broken; ours takes the first that it finds."}};
  AddBoard(table, [](const PublishedTimes& row, Column column) {
    return fmt::format("{:.3f}", row.Ratio(column));
  });
  AddStrategies(table, all.printed, "as printed", RatioCell);
  AddStrategies(table, all.consistent, "consistent", RatioCell);
  return table;
}

std::vector<TimeShare> TimeShares(const TsoPlans& all) {
  std::vector<TimeShare> shares;
  for (const TsoRow& row : all.rows) {
    if (row.reading != Reading::kConsistent) continue;
    const auto whole = std::ranges::find_if(all.rows, [&](const TsoRow& other) {
      return other.network == row.network && other.reading == row.reading &&
             other.model == Model::kNoBurst;
    });
    const double percent = 100 / PartsOf(whole->result, all.npu).Sum();
    const TimeParts parts = PartsOf(row.result, all.npu);
    shares.push_back({fmt::format("{} {}", row.network, ModelName(row.model)),
                      {parts.load * percent, parts.store * percent, parts.mac * percent}});
  }
  return shares;
}

PaperTable TimeShareTable(const std::vector<TimeShare>& shares) {
  PaperTable table = {
      "tso-figure-9",
      "Figure 9: time in percent of the time without bursts, consistent reading",
      {"network and model", "LOAD", "STORE", "MAC", "all"},
      {},
      {"Printed for no-burst: LOAD and STORE 51.83 % (Inception) to 83.80 % (LeNet)."}};
  for (const TimeShare& share : shares) {
    table.rows.push_back({share.name, fmt::format("{:.1f}", share.percent.load),
                          fmt::format("{:.1f}", share.percent.store),
                          fmt::format("{:.1f}", share.percent.mac),
                          fmt::format("{:.1f}", share.percent.Sum())});
  }
  return table;
}

PaperTable AccuracyTable() {
  PaperTable table = {"tso-accuracy",
                      "Tables I and II: percent of pictures, printed; no planner computes them",
                      {"compiler", "network", "CPU top-1", "top-5", "NMP top-1", "top-5"},
                      {},
                      {}};
  for (const PublishedAccuracy& row : Accuracies()) {
    table.rows.push_back({row.compiler, row.network, fmt::format("{}", row.cpu_top1),
                          fmt::format("{}", row.cpu_top5), fmt::format("{}", row.nmp_top1),
                          fmt::format("{}", row.nmp_top5)});
  }
  return table;
}

PaperTable SliceTable(const Npu& npu) {
  PaperTable table = {
      "tso-figure-1",
      "Figure 1: a channel of 128 x 128 elements of 2 bytes, 1x1 kernel",
      {"slices", "rows x bytes", "bursts printed", "bursts", "us printed", "us by algorithm 4",
       "verdict"},
      {},
      {"Printed times are 33.0 us and 49.7 ns a burst, 3.5 times CAS: the board's."}};
  for (const PublishedSlicing& slicing : Figure1()) {
    const int64_t bursts = slicing.slices * BurstsOfRuns(slicing.rows, slicing.row_bytes, npu);
    const int64_t bytes = slicing.slices * slicing.rows * slicing.row_bytes;
    table.rows.push_back(
        {fmt::to_string(slicing.slices), fmt::format("{} x {}", slicing.rows, slicing.row_bytes),
         fmt::to_string(slicing.bursts), fmt::to_string(bursts),
         fmt::to_string(slicing.microseconds),
         fmt::format("{:.1f}", TransferMicroseconds(bytes, bursts, npu, Model::kBurst)),
         slicing.bursts == bursts ? "bursts equal, times not reproducible" : "bursts differ"});
  }
  return table;
}

}  // namespace nve::planner::tso
