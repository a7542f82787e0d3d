// SPDX-License-Identifier: Apache-2.0
// Predictions and measurements as text.
#include "report/compare/predicted_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/report/some_prediction.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(PredictedText, HasATableOfEachPair) {
  ReportedResults results = testing::SomeResults();
  results.predictions[0].file.predicted->layers[1].feeds[1].second.cycles -= 6;
  const std::string text = PredictedText(results);
  EXPECT_THAT(text, StartsWith("\nelapsed cycles predicted by p and measured in r, feed mover\n"));
  EXPECT_THAT(text, HasSubstr("234       240          -6  -2.50 %\n"));
  EXPECT_THAT(text, HasSubstr("120       120           0      0 %\n"));
  EXPECT_THAT(text, HasSubstr("total"));
  EXPECT_THAT(text, Not(HasSubstr("warning")));
}

TEST(PredictedText, WithoutPredictionsIsEmpty) {
  EXPECT_EQ(PredictedText({.runs = {testing::SomeRun()}, .predictions = {}}), "");
}

TEST(PredictedText, WarnsOfOtherWorkAndOtherFeeds) {
  ReportedResults results = testing::SomeResults();
  results.runs[0].result.feed = "ideal";
  results.runs[0].result.machine.name = "nve8";
  EXPECT_EQ(PredictedText(results),
            "\nwarning: r: found machine 'nve8', allowed: 'nve', that of p.json\n"
            "warning: r: found feed 'ideal', allowed: column, mover, the feeds of p.json\n");
}

TEST(PredictedText, MovesNoCursor) {
  ReportedResults results = testing::SomeResults();
  const std::string evil = "\x1b[2J";
  PredictionResult& predicted = *results.predictions[0].file.predicted;
  for (LayerOfPrediction* layer : {predicted.layers.data(), &predicted.total}) {
    layer->name = evil;
    layer->feeds[1].first = evil;
  }
  predicted.memory["model"] = evil;
  results.runs[0].result.feed = evil;
  results.runs[0].label = results.predictions[0].label = evil;
  const std::string text = PredictedText(results);
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(text, HasSubstr("predicted by ?[2J and measured in ?[2J, feed ?[2J\n"));
}

}  // namespace
}  // namespace nve
