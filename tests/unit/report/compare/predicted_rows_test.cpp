// SPDX-License-Identifier: Apache-2.0
// Predicted and measured cycles: a prediction that is off by a cycle shows, and where.
#include "report/compare/predicted_rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/report/some_prediction.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class PredictedRows : public ::testing::Test {
 protected:
  PredictedRows() : results_(testing::SomeResults()) {}

  PredictedRun Pair() const { return {results_.predictions.data(), results_.runs.data()}; }
  RunResult& Run() { return results_.runs[0].result; }
  FeedOfPrediction& Mover(size_t layer) {
    return results_.predictions[0].file.predicted->layers[layer].feeds[1].second;
  }

  static std::vector<std::string> LayersOf(const std::vector<PredictedRow>& rows) {
    std::vector<std::string> layers;
    for (const PredictedRow& row : rows) layers.push_back(row.layer);
    return layers;
  }

  ReportedResults results_;
};

TEST_F(PredictedRows, OfARightPredictionDifferInNothing) {
  const auto rows = ElapsedRows(Pair());
  EXPECT_THAT(LayersOf(rows), ElementsAre("L1", "L2", "total"));
  for (const PredictedRow& row : rows) EXPECT_EQ(row.Difference()->Value(), 0) << row.layer;
  for (const PredictedRow& row : CoreTimeRows(Pair())) {
    EXPECT_EQ(row.Difference()->Value(), 0) << row.layer << ", " << row.what;
  }
  EXPECT_EQ(CoreTimeRows(Pair()).size(), 9u);
}

TEST_F(PredictedRows, OfTheRunsFeedWithTheirSources) {
  Mover(1).cycles += 6;
  Mover(1).memory += 6;
  const PredictedRow row = ElapsedRows(Pair()).front();
  EXPECT_EQ(row.layer, "L2");
  EXPECT_EQ(row.predicted->Source(), "0#/predicted/layers/1/feeds/mover/cycles");
  EXPECT_EQ(row.measured->Source(), "1#/layers/1/elapsed_cycles");
  EXPECT_EQ(row.Difference()->Value(), 6);
  EXPECT_EQ(row.Difference()->Source(),
            "= 0#/predicted/layers/1/feeds/mover/cycles - 1#/layers/1/elapsed_cycles");
  EXPECT_EQ(row.Percent()->Value(), 2.5);
  int differ = 0;
  for (const PredictedRow& part : CoreTimeRows(Pair())) {
    if (part.Difference()->Value() == 0) continue;
    ++differ;
    EXPECT_EQ(part.layer + ", " + part.what, "L2, it waits");
  }
  EXPECT_EQ(differ, 1);
  Run().feed = "column";
  EXPECT_EQ(ElapsedRows(Pair()).front().predicted->Value(), 170);
}

TEST_F(PredictedRows, TheLargestDifferenceIsFirstWhateverItsSign) {
  Mover(0).cycles += 1;
  Mover(1).cycles -= 60;
  EXPECT_THAT(LayersOf(ElapsedRows(Pair())), ElementsAre("L2", "L1", "total"));
}

TEST_F(PredictedRows, OfAPartOfTheLayersThereIsNoSum) {
  Run().layers.pop_back();
  const auto rows = ElapsedRows(Pair());
  EXPECT_THAT(LayersOf(rows), ElementsAre("L1", "L2", "total"));
  EXPECT_TRUE(rows[0].measured);
  for (size_t k : {1, 2}) {
    EXPECT_TRUE(rows[k].predicted);
    EXPECT_FALSE(rows[k].measured);
    EXPECT_FALSE(rows[k].Difference());
    EXPECT_FALSE(rows[k].Percent());
  }
}

TEST_F(PredictedRows, OfALayerWithoutTheFeedThereIsNoPrediction) {
  results_.predictions[0].file.predicted->layers[0].feeds.pop_back();
  const auto rows = ElapsedRows(Pair());
  EXPECT_FALSE(rows[0].predicted);
  EXPECT_EQ(rows[0].measured->Value(), 120);
  EXPECT_EQ(CoreTimeRows(Pair()).size(), 6u);
}

TEST_F(PredictedRows, SayWhyNothingIsPredicted) {
  EXPECT_EQ(NotPredicted(Pair()), "");
  Run().feed = "ideal";
  EXPECT_EQ(NotPredicted(Pair()),
            "r: found feed 'ideal', allowed: column, mover, the feeds of p.json");
  Run().feed.reset();
  EXPECT_EQ(NotPredicted(Pair()),
            "r: found no feed in the file, allowed: column, mover, the feeds of p.json");
}

TEST_F(PredictedRows, OfSeveralCoresTheyDoNotAddUp) {
  Run().cores = std::vector<CoreOfRun>{{0, 9, 7, {}, {}}, {1, 9, 8, {}, {}}};
  EXPECT_THAT(CoreTimeRows(Pair()), IsEmpty());
  EXPECT_EQ(ElapsedRows(Pair()).size(), 3u);
}

TEST_F(PredictedRows, OfNothingMeasuredThereAreNoPercent) {
  Run().layers[0].elapsed_cycles = 0;
  for (const PredictedRow& row : ElapsedRows(Pair())) {
    if (row.layer != "L1") continue;
    EXPECT_EQ(row.Difference()->Value(), 120);
    EXPECT_FALSE(row.Percent());
  }
}

}  // namespace
}  // namespace nve
