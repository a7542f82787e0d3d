// SPDX-License-Identifier: Apache-2.0
// Register accesses around a step, counted by hand: 5 cycles for one of the core, 4 for a write and
// 3 for a read of the DMA.
#include "model/transfer/driver_times.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/unit/model/transfer/loop_program.hpp"

namespace nve::transfer {
namespace {

using ::testing::ElementsAre;

class DriverTimesTest : public ::testing::Test {
 protected:
  DriverTimesTest() { program_ = LoopProgram({Take()}, 5); }

  DriverTimes::Start Start(DriverTimes& driver, Cycle now, int runs) {
    RunStep step;
    step.runs = runs;
    return driver.StartStep(now, program_, step, 80, true, true);
  }

  Program program_;
};

TEST_F(DriverTimesTest, FirstStepWritesEverything) {
  DriverTimes driver{TransferOptions{}};
  const DriverTimes::Start start = Start(driver, 0, 2);
  const auto settings = static_cast<Cycle>(ProgramSettingNames().size()) + 2;
  const Cycle core = 5 * settings;
  // DMASR, CURDESC, DMACR, DMASR, DMACR, then the handshake of TAILDESC.
  EXPECT_EQ(start.output, core + 3 + 4 + 4 + 3 + 4 + 1);
  // IRQ, IRQ_ENABLE, then CONTROL: the core loads in its fifth cycle.
  EXPECT_EQ(start.core, core + 22 + 5 + 5 + 4);
  EXPECT_EQ(start.input, core + 22 + 15 + 19);
}

TEST_F(DriverTimesTest, LaterStepsWriteWhatChangedAndHaltTheChannels) {
  DriverTimes driver{TransferOptions{}};
  Start(driver, 0, 2);
  const DriverTimes::Start start = Start(driver, 10000, 3);
  const Cycle core = 10000 + 5;  // RUNS
  EXPECT_EQ(start.output, core + 7 + 19);
  EXPECT_EQ(start.core, core + 29 + 14);
  EXPECT_EQ(start.input, core + 29 + 15 + 7 + 19);
}

// All times are known from the beginning. Rounds of polls until the step has ended.
std::vector<Cycle> Rounds(DriverTimes& driver, const TransferOptions& options,
                          const StepTimes& times) {
  std::vector<Cycle> ends;
  Cycle now = 0;
  while (driver.busy()) {
    now = std::max(now, driver.Line(times)) + options.interrupt_cycles;
    now = driver.Poll(now, [&](Cycle) { return times; });
    ends.push_back(now);
  }
  return ends;
}

TEST_F(DriverTimesTest, PollsFollowEveryInterrupt) {
  const TransferOptions options;
  DriverTimes driver{options};
  Start(driver, 0, 2);
  // 900: two error checks, MM2S done, the others not: 6 + 7 + 3 + 5. 1000: 6, S2MM not, core done:
  // 3 + 10. 1100: 6, S2MM done: 7.
  EXPECT_THAT(Rounds(driver, options, {.core = 1000, .input = 900, .output = 1100}),
              ElementsAre(921, 1019, 1113));
}

TEST_F(DriverTimesTest, WhatRisesMeanwhileIsSeenInTheSameRound) {
  const TransferOptions options;
  DriverTimes driver{options};
  driver.StartStep(0, program_, {}, 80, false, true);
  EXPECT_THAT(Rounds(driver, options, {.core = 1010, .input = kLongAgo, .output = 1000}),
              ElementsAre(1000 + 6 + 7 + 10));
}

// The driver asks for no more than it can have seen.
TEST_F(DriverTimesTest, APollAsksUpToItsSample) {
  DriverTimes driver{TransferOptions{}};
  Start(driver, 0, 2);
  std::vector<Cycle> asked;
  driver.Poll(900, [&](Cycle before) {
    asked.push_back(before);
    return StepTimes{.core = kUnknown, .input = kUnknown, .output = kUnknown};
  });
  EXPECT_THAT(asked, ElementsAre(908, 911, 916));
  EXPECT_TRUE(driver.busy());
}

TEST_F(DriverTimesTest, ProcessorTimesAreAdded) {
  TransferOptions options;
  options.register_cycles = 10;
  options.interrupt_cycles = 100;
  DriverTimes driver{options};
  driver.StartStep(0, program_, {}, 80, false, false);
  EXPECT_THAT(Rounds(driver, options, {.core = 1000, .input = kLongAgo, .output = kLongAgo}),
              ElementsAre(1100 + 2 * 13 + 2 * 15));
}

}  // namespace
}  // namespace nve::transfer
