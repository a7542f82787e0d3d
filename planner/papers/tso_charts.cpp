// SPDX-License-Identifier: Apache-2.0
// Charts of TSO's paper: see tso_charts.hpp.
#include "planner/papers/tso_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "planner/report/roofline_svg.hpp"
#include "planner/tso/published.hpp"
#include "report/bar_chart.hpp"

namespace nve::planner::tso {
namespace {

const PublishedTimes& BoardOf(const StrategyRow& row) {
  return *std::ranges::find_if(
      Table1(), [&](const PublishedTimes& times) { return times.network == row.published; });
}

// Times of some columns over TSO's, on the board and by the consistent reading.
PaperChart RatioChart(const TsoPlans& all, const std::string& figure, const std::string& title,
                      const std::vector<Column>& columns) {
  BarChart chart = {
      fmt::format("Figure {}: {}", figure, title), "network", "times TSO's", 2, false, {}, {}};
  for (const Column column : columns) {
    BarSeries board = {fmt::format("{}, board", ColumnName(column)), {}};
    BarSeries ours = {fmt::format("{}, equations", ColumnName(column)), {}};
    for (const StrategyRow& row : all.consistent) {
      const auto k = static_cast<size_t>(column);
      board.values.emplace_back(BoardOf(row).Ratio(column));
      ours.values.push_back(row.unmapped[k] > 0
                                ? std::nullopt
                                : std::optional(row.microseconds[k] / row.microseconds[0]));
    }
    chart.series.push_back(board);
    chart.series.push_back(ours);
  }
  for (const StrategyRow& row : all.consistent) chart.groups.push_back(row.published);
  return {"tso-figure-" + figure, BarChartSvg(chart)};
}

PaperChart ShareChart(const TsoPlans& all) {
  BarChart chart = {"Figure 9: what takes the time, consistent reading",
                    "network and model",
                    "percent of no-burst",
                    0,
                    false,
                    {},
                    {{"LOAD", {}}, {"STORE", {}}, {"MAC", {}}}};
  chart.stacked = true;
  for (const TimeShare& share : TimeShares(all)) {
    chart.groups.push_back(share.name);
    const std::array parts = {share.percent.load, share.percent.store, share.percent.mac};
    for (size_t s = 0; s < parts.size(); ++s) chart.series[s].values.emplace_back(parts[s]);
  }
  return {"tso-figure-9", BarChartSvg(chart)};
}

// The machine's roofs are those of all MAC units and of the DRAM.
PaperChart RooflineChart(const TsoPlans& all) {
  Hardware machine;
  machine.bandwidth = all.npu.bandwidth;
  machine.frequency = all.npu.frequency;
  machine.pe_len = {all.npu.tles * all.npu.tlts, all.npu.macs};
  RooflineDrawing drawing;
  drawing.title = "Figure 11: convolutions on the NMP's roofline, consistent reading";
  for (const TsoRow& row : all.rows) {
    if (row.reading != Reading::kConsistent || row.model != Model::kBurst) continue;
    const auto kind = static_cast<int>(drawing.kinds.size());
    drawing.kinds.push_back(row.network);
    for (const LayerResult& each : row.result.layers) {
      if (!each.mapping) continue;
      const Mapping& mapping = *each.mapping;
      const auto loaded = static_cast<double>(mapping.transfers.in * mapping.bytes.in +
                                              mapping.transfers.w * mapping.bytes.w);
      const auto macs = static_cast<double>(each.layer.Macs());
      drawing.points.push_back({macs / loaded, macs / (mapping.microseconds * 1e3), kind, ""});
    }
  }
  return {"tso-figure-11", RooflineSvg(drawing, machine)};
}

}  // namespace

std::vector<PaperChart> TsoCharts(const TsoPlans& all) {
  return {
      RatioChart(all, "8", "without bursts in the model", {Column::kNoBurst}), ShareChart(all),
      RooflineChart(all),
      RatioChart(all, "12", "one slicing for all layers",
                 {Column::kKs, Column::kKsOfm, Column::kOfm}),
      RatioChart(all, "13", "one flow for all layers", {Column::kIs, Column::kOs, Column::kWs})};
}

}  // namespace nve::planner::tso
