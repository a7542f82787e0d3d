// SPDX-License-Identifier: Apache-2.0
// How many passes the machines run: all, or as many as show the same (machine_program.hpp).
#include <gtest/gtest.h>

#include "compiler/verify/machine_program.hpp"

namespace nve::verify {
namespace {

// Reads by mode 1 and mode 2, which count by one and begin again at the toggle.
MachineProgram Reads(int toggle1, int toggle2, int iterations) {
  MachineProgram program;
  program.code.resize(2);
  program.code[0].mema = {arch::MemOp::kRd, 0, 0, 1};
  program.code[1].memb = {arch::MemOp::kRd, 0, 0, 2};
  program.last = 1;
  program.iterations = iterations;
  program.inc = {0, 1, 1};
  program.toggle = {0, toggle1, toggle2};
  return program;
}

TEST(IterationsToRun, ThreeRotationsBehindWhatLeadsThere) {
  // A common rotation is 21 * 5 = 105 passes; 5 + 3 * 105 = 320.
  EXPECT_EQ(IterationsToRun(Reads(21, 5, 320 + 90 * 105), 5), 320);
  EXPECT_EQ(IterationsToRun(Reads(21, 5, 321 + 90 * 105), 5), 321);
  EXPECT_EQ(IterationsToRun(Reads(21, 5, 319 + 90 * 105), 5), 320 + 104);
  EXPECT_EQ(IterationsToRun(Reads(21, 5, 320 + 90 * 105), 6), 320 + 105);
  EXPECT_EQ(IterationsToRun(Reads(5, 21, 320 + 90 * 105), 5), 320);
  EXPECT_EQ(IterationsToRun(Reads(35, 21, 320 + 90 * 105), 5), 320);  // their least multiple
}

TEST(IterationsToRun, AllIfTheyAreFew) {
  EXPECT_EQ(IterationsToRun(Reads(21, 5, 50), 5), 50);
  EXPECT_EQ(IterationsToRun(Reads(21, 5, 105), 5), 105);
  EXPECT_EQ(IterationsToRun(Reads(21, 5, 320 + 105), 5), 320 + 105);
  EXPECT_EQ(IterationsToRun(Reads(21, 5, 320 + 106), 5), 321);
  // Nothing rotates: 64 are always run.
  MachineProgram fixed = Reads(21, 5, 65);
  for (Instruction& instruction : fixed.code) instruction.mema.mode = instruction.memb.mode = 0;
  EXPECT_EQ(IterationsToRun(fixed, 5), 65);
  fixed.iterations = 1000;
  EXPECT_EQ(IterationsToRun(fixed, 5), 64);
}

// From 20 on the update reaches its toggle, 5, only around the address range: 2028 passes later.
TEST(IterationsToRun, CountsTheWayIntoTheRotation) {
  MachineProgram program = Reads(5, 5, 10000);
  program.code[0].mema.update = 20;
  static_assert(arch::kAguAddressBits == 11);
  EXPECT_EQ(IterationsToRun(program, 5), 2028 + 5 + 15 + (10000 - 2048) % 5);
  // Outside the repeated part nothing rotates.
  program.first = 1;
  EXPECT_EQ(IterationsToRun(program, 5), 64 + (10000 - 64) % 5);
}

}  // namespace
}  // namespace nve::verify
