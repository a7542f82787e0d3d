// SPDX-License-Identifier: Apache-2.0
// Layers side by side: which rows there are, in which order, with which differences.
#include "report/compare/comparison.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/report/some_run.hpp"

namespace nve {
namespace {

std::vector<ReportedRun> Two() { return {testing::SomeRun(0, "old"), testing::SomeRun(1, "new")}; }

ComparisonRow RowOf(const std::vector<ComparisonRow>& rows, const std::string& layer,
                    const std::string& cost) {
  for (const ComparisonRow& row : rows) {
    if (row.layer == layer && row.cost == cost) return row;
  }
  ADD_FAILURE() << "no row " << layer << ", " << cost;
  return rows.front();
}

TEST(Comparison, TheWorstIsFirstAndTheBestLast) {
  auto runs = Two();
  runs[1].result.layers[1].elapsed_cycles = 480;  // of 240
  runs[1].result.layers[0].words_in = 9;          // of 10
  const auto rows = Compare(runs);
  EXPECT_EQ(rows.front().layer, "L2");
  EXPECT_EQ(rows.front().cost, "elapsed cycles");
  EXPECT_EQ(rows.front().worst, 1);
  EXPECT_EQ(rows.front().runs[1].change->Value(), 100);
  EXPECT_EQ(rows.front().runs[1].change->Source(),
            "= 100 * ( 1#/layers/1/elapsed_cycles - 0#/layers/1/elapsed_cycles ) / "
            "0#/layers/1/elapsed_cycles");
  EXPECT_EQ(rows.back().layer, "L1");
  EXPECT_EQ(rows.back().cost, "words in");
  EXPECT_NEAR(rows.back().worst, -0.1, 1e-12);
}

TEST(Comparison, StallsWeighAsPartsOfTheCycles) {
  auto runs = Two();
  runs[1].result.layers[0].stalls.input = 14;  // of 3, 11 of 110 cycles more
  runs[1].result.layers[0].stalls.output = 22;
  const auto rows = Compare(runs);
  EXPECT_NEAR(RowOf(rows, "L1", "cycles without input").worst, 0.1, 1e-12);
  const ComparisonRow output = RowOf(rows, "L1", "cycles without room for output");
  EXPECT_NEAR(output.worst, 0.2, 1e-12);
  EXPECT_FALSE(output.runs[1].change) << "of nothing there are no percent";
}

TEST(Comparison, LeavesOutWhatIsNothingEverywhere) {
  for (const ComparisonRow& row : Compare(Two())) {
    EXPECT_NE(row.cost, "cycles without room for output");
  }
}

TEST(Comparison, ALayerThatOneLacksHasNoChange) {
  auto runs = Two();
  runs[1].result.layers.pop_back();
  const ComparisonRow row = RowOf(Compare(runs), "L2", "core cycles");
  EXPECT_TRUE(row.runs[0].value);
  EXPECT_FALSE(row.runs[1].value);
  EXPECT_FALSE(row.runs[1].change);
  EXPECT_EQ(row.worst, 0);
}

TEST(Comparison, LayersOfOneNameAreToldApart) {
  auto runs = Two();
  for (ReportedRun& run : runs) run.result.layers[1].name = "L1";
  const auto rows = Compare(runs);
  EXPECT_EQ(RowOf(rows, "L1 (2)", "core cycles").runs[0].value->Value(), 220);
}

TEST(Comparison, BytesOfAllPorts) {
  ReportedRun run = testing::SomeRun();
  auto& axi = *run.result.layers[0].axi;
  axi.emplace_back("s2mm", AxiPortOfRun{std::nullopt, AxiSideOfRun{{}, 1, 50, 0, 0, {}}});
  const auto bytes = BytesMoved(run.Place().At(&RunResult::layers).Items()[0]);
  EXPECT_EQ(bytes->Value(), 250);
  EXPECT_EQ(bytes->Source(),
            "= 0#/layers/0/axi/mm2s/read/bytes + 0#/layers/0/axi/s2mm/write/bytes");
  run.result.layers[0].axi.reset();
  EXPECT_FALSE(BytesMoved(run.Place().At(&RunResult::layers).Items()[0]));
}

}  // namespace
}  // namespace nve
