// SPDX-License-Identifier: Apache-2.0
// What the processor waits for.
#include "host/platform/processor_gate.hpp"

#include <gtest/gtest.h>

namespace nve {
namespace {

TEST(ProcessorGate, OpensAtAnInterruptOfItsLinesOrInTheEnd) {
  const RegisterBus registers;
  ProcessorGate gate(registers);
  EXPECT_TRUE(gate.open());
  gate.CloseForInterrupt(0b100, 50, 20);
  EXPECT_FALSE(gate.open());
  EXPECT_FALSE(gate.Due(60, 0b011));
  EXPECT_TRUE(gate.Due(60, 0b110));
  EXPECT_FALSE(gate.Due(69, 0));
  EXPECT_TRUE(gate.Due(70, 0));
  EXPECT_EQ(gate.Describe(0b011), "processor: waits for an interrupt of lines 0x4, lines are 0x3");
  gate.Open();
  EXPECT_TRUE(gate.open());
}

TEST(ProcessorGate, ATimeoutBeyondTheLastCycleIsNone) {
  const RegisterBus registers;
  ProcessorGate gate(registers);
  gate.CloseForInterrupt(1, 50, UINT64_MAX - 10);
  EXPECT_FALSE(gate.Due(UINT64_MAX - 1, 0));
}

TEST(ProcessorGate, TimePassesWithOrWithoutCopying) {
  const RegisterBus registers;
  ProcessorGate gate(registers);
  gate.CloseForTime(100, 5, true);
  EXPECT_TRUE(gate.waits_for_time());
  EXPECT_TRUE(gate.copying());
  EXPECT_FALSE(gate.Due(104, ~uint64_t{0}));
  EXPECT_TRUE(gate.Due(105, 0));
  EXPECT_EQ(gate.Describe(0), "");
  gate.CloseForTime(105, 5, false);
  EXPECT_FALSE(gate.copying());
  gate.CloseForAccess();
  EXPECT_FALSE(gate.waits_for_time());
  EXPECT_TRUE(gate.Due(105, 0));  // nothing is on the bus
}

}  // namespace
}  // namespace nve
