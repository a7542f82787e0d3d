// SPDX-License-Identifier: Apache-2.0
// What counts as right, wrong and not compared, and which layers came to their end.
#include "report/compare/run_verdict.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/report/some_run.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;

TEST(Faults, AreToldInALine) {
  EXPECT_TRUE(FaultsOf(testing::SomeResult()).empty());
  EXPECT_EQ(VerdictText(testing::SomeResult()), "passed");
  EXPECT_EQ(VerdictText(testing::FailedRun().result), "failed: lockstep mismatch: accu[3] differs");
  RunResult run = testing::SomeResult();
  run.failure.emplace();
  run.failure->text = "watchdog, at cycle 5:\n  tile 0";
  EXPECT_THAT(FaultsOf(run), ElementsAre("watchdog, at cycle 5")) << "no colon at the end";
  run = testing::SomeResult();
  run.lockstep.value->mismatches = 1;
  EXPECT_THAT(FaultsOf(run), ElementsAre("RTL and golden model differ"));
  run = testing::SomeResult();
  run.reference->layers = {{"L1", false, 40, 1, std::nullopt, "L1: wrong"}};
  EXPECT_THAT(FaultsOf(run), ElementsAre("the pixels are not those of the reference"));
}

TEST(Ends, OfARunThatWasRight) {
  RunResult run = testing::SomeResult();
  run.layers[1].cycles = 0;
  run.layers[1].elapsed_cycles = 0;
  EXPECT_FALSE(EndedEarly(run));
  EXPECT_TRUE(HasEnded(run, run.layers[0]));
  EXPECT_FALSE(HasEnded(run, run.layers[1])) << "it did not run";
  EXPECT_TRUE(HasEnded(run, *run.total));
}

TEST(Ends, OfARunThatStoppedAreThoseBeforeTheLayerAtWork) {
  const RunResult run = testing::FailedRun().result;  // in L2
  EXPECT_TRUE(EndedEarly(run));
  EXPECT_TRUE(HasEnded(run, run.layers[0]));
  EXPECT_FALSE(HasEnded(run, run.layers[1])) << "it has cycles of its first steps only";
  EXPECT_FALSE(HasEnded(run, *run.total));
}

TEST(Ends, WrongPixelsAreFoundBehindAllLayers) {
  RunResult run = testing::SomeResult();
  run.reference->bit_exact = false;
  run.failure.emplace();
  run.failure->kind = kReferenceFailure;
  EXPECT_FALSE(EndedEarly(run));
  EXPECT_TRUE(HasEnded(run, *run.total));
}

}  // namespace
}  // namespace nve
