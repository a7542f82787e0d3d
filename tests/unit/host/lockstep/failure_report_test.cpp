// SPDX-License-Identifier: Apache-2.0
// The end of every report of a failure: what it says, and that it stays short.
#include "host/lockstep/failure_report.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>

#include "host/lockstep/mismatch_data.hpp"

namespace nve {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

CoreAtFailure Core(int number) {
  arch::Probe probe{};
  probe.state = static_cast<uint32_t>(arch::State::kRepeat);
  probe.run = 1;
  probe.pass = 3;
  probe.pc = 4;
  return WorkOf(probe, {.core = "core " + std::to_string(number),
                        .layer = "L2",
                        .program = "L2.p1",
                        .reproduce = "",
                        .strips = 5,
                        .iterations = 9});
}

FailureOfRun Failure(const std::string& text) {
  FailureOfRun failure;
  failure.kind = kRuleFailure;
  failure.text = text;
  return failure;
}

TEST(FailureReport, SaysWhenAtWhatWorkAndHowToSeeItAgain) {
  FailureOfRun failure = Failure("rule A8 broken");
  failure.cycle.value = 77;
  failure.cores = {Core(0)};
  failure.seed = "9";
  failure.reproduce = "run it";
  EXPECT_EQ(FailureText(failure),
            "rule A8 broken\n"
            "  in cycle 77\n"
            "  core 0: layer L2, program L2.p1, run 1, pass 3: strip 2 of 5, iteration 4 of 9\n"
            "    state repeat, stall none, pc 4: - | - | - | - | - | -\n"
            "  seed 9\n"
            "  reproduce: run it\n");
}

TEST(FailureReport, LeavesOutWhatIsNotKnown) {
  FailureOfRun none = Failure("no effect");
  none.reproduce = "run it";
  EXPECT_EQ(FailureText(none), "no effect\n  reproduce: run it\n");
  FailureOfRun idle = Failure("x");
  idle.cycle.value = 3;
  EXPECT_EQ(FailureText(idle), "x\n  in cycle 3, no program in execution\n");
  idle.stood_still = true;
  idle.cores = {Core(0)};
  EXPECT_THAT(FailureText(idle), HasSubstr("  in cycle 3, from which on nothing moved\n"));
}

TEST(FailureReport, AMismatchHasSaidAllOfIt) {
  FailureOfRun failure = Failure("lockstep mismatch\n");
  failure.kind = kMismatchFailure;
  failure.reproduce = "run it";
  EXPECT_EQ(FailureText(failure), "lockstep mismatch\n");
}

TEST(FailureReport, HasAtMostFortyLinesWithThoseOfTheWaves) {
  FailureOfRun failure = Failure("");
  failure.cycle.value = 77;
  failure.seed = "9";
  failure.reproduce = "run it";
  for (int i = 0; i < 16; ++i) failure.cores.push_back(Core(i));
  for (int i = 0; i < 60; ++i) failure.text += "line " + std::to_string(i) + "\n";
  const std::string text = FailureText(failure);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 38);
  EXPECT_THAT(text,
              HasSubstr("line 16\n  and 43 more lines, which --json FILE has\n  in cycle 77\n"));
  EXPECT_THAT(text, HasSubstr("  and 8 more cores\n"));
  EXPECT_THAT(text, EndsWith("  seed 9\n  reproduce: run it\n"));
}

}  // namespace
}  // namespace nve
