// SPDX-License-Identifier: Apache-2.0
// What the core did in predicted and in measured cycles.
#include "report/compare/core_time.hpp"

#include <gtest/gtest.h>

#include "tests/unit/report/some_prediction.hpp"

namespace nve {
namespace {

TEST(CoreTime, PartsOfAPredictionAreItsCycles) {
  const ReportedPrediction prediction = testing::SomePrediction();
  const auto feed = *PredictedFeed(PredictedLayers(prediction)[1].second, "mover");
  const CoreTime use = PredictedTime(feed);
  EXPECT_EQ(use.works.Value(), 214);
  EXPECT_EQ(use.waits.Value(), 6);
  EXPECT_EQ(use.idle->Value(), 20);
  EXPECT_EQ((use.works + use.waits + *use.idle).Value(), feed->cycles);
  EXPECT_EQ(use.works.Source(),
            "= 0#/predicted/layers/1/feeds/mover/core + 0#/predicted/layers/1/feeds/mover/load");
}

TEST(CoreTime, PartsOfARunAreItsElapsedCycles) {
  ReportedRun run = testing::SomeRun();
  run.result.layers[0].stalls.output = 2;
  const auto layer = run.Place().At(&RunResult::layers).Items()[0];
  const CoreTime use = MeasuredTime(layer);
  EXPECT_EQ(use.works.Value(), 105);
  EXPECT_EQ(use.waits.Value(), 5);
  EXPECT_EQ(use.idle->Value(), 10);
  run.result.layers[0].elapsed_cycles.reset();
  EXPECT_FALSE(MeasuredTime(layer).idle) << "the core alone";
}

}  // namespace
}  // namespace nve
