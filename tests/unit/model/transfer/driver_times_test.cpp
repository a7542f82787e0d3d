// SPDX-License-Identifier: Apache-2.0
// Register accesses around a step, counted by hand: 5 cycles for one of the core, 4 for a write and
// 3 for a read of the DMA.
#include "model/transfer/driver_times.hpp"

#include <gtest/gtest.h>

#include "tests/unit/model/transfer/loop_program.hpp"

namespace nve::transfer {
namespace {

class DriverTimesTest : public ::testing::Test {
 protected:
  DriverTimesTest() {
    binary_.programs = {LoopProgram({Take()}, 5)};
    binary_.tables.resize(1);
  }

  DriverTimes::Start Start(DriverTimes& driver, Cycle now, int runs) {
    RunStep step;
    step.runs = runs;
    return driver.StartStep(now, binary_, step, 80, true, true);
  }

  Binary binary_;
};

TEST_F(DriverTimesTest, FirstStepWritesEverything) {
  DriverTimes driver{TransferOptions{}};
  const DriverTimes::Start start = Start(driver, 0, 2);
  const auto settings = static_cast<Cycle>(ProgramSettingNames().size()) + 2;
  const Cycle core = 5 * (settings + arch::kActEntries);
  // DMASR, CURDESC, DMACR, DMASR, DMACR, then the handshake of TAILDESC.
  EXPECT_EQ(start.output, core + 3 + 4 + 4 + 3 + 4 + 1);
  // IRQ, IRQ_ENABLE, then CONTROL: the core loads in its fifth cycle.
  EXPECT_EQ(start.core, core + 22 + 5 + 5 + 4);
  EXPECT_EQ(start.input, core + 22 + 15 + 19);
}

TEST_F(DriverTimesTest, LaterStepsWriteWhatChangedAndHaltTheChannels) {
  DriverTimes driver{TransferOptions{}};
  Start(driver, 0, 2);
  binary_.tables[0][7] = 1;
  binary_.tables[0][9] = 1;
  const DriverTimes::Start start = Start(driver, 10000, 3);
  const Cycle core = 10000 + 5 * (1 + 2);  // RUNS and two entries
  EXPECT_EQ(start.output, core + 7 + 19);
  EXPECT_EQ(start.core, core + 29 + 14);
  EXPECT_EQ(start.input, core + 29 + 15 + 7 + 19);
}

TEST_F(DriverTimesTest, PollsFollowEveryInterrupt) {
  const DriverTimes driver{TransferOptions{}};
  // 900: two error checks, MM2S done, the others not: 6 + 7 + 3 + 5. 1000: 6, S2MM not, core done:
  // 3 + 10. 1100: 6, S2MM done: 7.
  const DriverTimes::End end = driver.EndStep({.core = 1000, .input = 900, .output = 1100});
  EXPECT_EQ(end.last_wake, 1100);
  EXPECT_EQ(end.end, 1113);
  // The core rises while the driver polls: seen in the same round.
  const DriverTimes::End both = driver.EndStep({.core = 1010, .input = kLongAgo, .output = 1000});
  EXPECT_EQ(both.last_wake, 1000);
  EXPECT_EQ(both.end, 1000 + 6 + 7 + 10);
}

TEST_F(DriverTimesTest, ProcessorTimesAreAdded) {
  TransferOptions options;
  options.register_cycles = 10;
  options.interrupt_cycles = 100;
  const DriverTimes driver{options};
  const DriverTimes::End end =
      driver.EndStep({.core = 1000, .input = kLongAgo, .output = kLongAgo});
  EXPECT_EQ(end.last_wake, 1100);
  EXPECT_EQ(end.end, 1100 + 2 * 13 + 2 * 15);
}

}  // namespace
}  // namespace nve::transfer
