// SPDX-License-Identifier: Apache-2.0
// The control FSM: loading, positions, passes and runs, suppression by EXTRA, stalls
// (docs/isa.md, section 8).
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/unit/model/golden/test_core.hpp"

namespace nve::golden {
namespace {

using arch::Stall;
using arch::State;

struct Position {
  State state;
  uint32_t pc;
  uint32_t pass;
  uint32_t run;
  bool operator==(const Position&) const = default;
};

void PrintTo(const Position& p, std::ostream* os) {
  *os << arch::kStateNames[static_cast<int>(p.state)] << " pc " << p.pc << " pass " << p.pass
      << " run " << p.run;
}

std::vector<Position> Positions(const std::vector<arch::Probe>& trace) {
  std::vector<Position> positions;
  positions.reserve(trace.size());
  for (const arch::Probe& p : trace) {
    positions.push_back({static_cast<State>(p.state), p.pc, p.pass, p.run});
  }
  return positions;
}

TEST(PositionTest, InitialRepeatFinalInTwoRuns) {
  TestProgram program;
  program.initial = {Nop(), Nop()};
  program.repeated = {Nop(), Nop()};
  program.final = {Nop(), Nop()};
  program.iterations = 2;
  program.runs = 2;
  TestCore test;
  std::vector<Position> expected;
  for (uint32_t run = 0; run < 2; ++run) {
    expected.insert(expected.end(), {{State::kInitial, 0, 0, run},
                                     {State::kInitial, 1, 0, run},
                                     {State::kRepeat, 2, 0, run},
                                     {State::kRepeat, 3, 0, run},
                                     {State::kRepeat, 2, 1, run},
                                     {State::kRepeat, 3, 1, run},
                                     {State::kFinal, 4, 0, run},
                                     {State::kFinal, 5, 0, run}});
  }
  expected.push_back({State::kIdle, 0, 0, 0});
  EXPECT_EQ(Positions(test.Trace(program)), expected);
}

TEST(PositionTest, OneInstructionLoopWithoutOtherParts) {
  TestProgram program;
  program.repeated = {Nop()};
  program.iterations = 3;
  program.runs = 2;
  TestCore test;
  EXPECT_EQ(Positions(test.Trace(program)), (std::vector<Position>{{State::kRepeat, 0, 0, 0},
                                                                   {State::kRepeat, 0, 1, 0},
                                                                   {State::kRepeat, 0, 2, 0},
                                                                   {State::kRepeat, 0, 0, 1},
                                                                   {State::kRepeat, 0, 1, 1},
                                                                   {State::kRepeat, 0, 2, 1},
                                                                   {State::kIdle, 0, 0, 0}}));
}

TEST(PositionTest, OneInstructionInEveryPart) {
  TestProgram program;
  program.initial = {Nop()};
  program.repeated = {Nop()};
  program.final = {Nop()};
  program.extra = 1;
  TestCore test;
  EXPECT_EQ(Positions(test.Trace(program)), (std::vector<Position>{{State::kInitial, 0, 0, 0},
                                                                   {State::kRepeat, 1, 0, 0},
                                                                   {State::kRepeat, 1, 1, 0},
                                                                   {State::kFinal, 2, 0, 0},
                                                                   {State::kIdle, 0, 0, 0}}));
}

TEST(PositionTest, PassReachesSeventeenBits) {
  TestProgram program;
  program.repeated = {Nop()};
  program.iterations = 65535;
  program.extra = arch::kMaxExtraPasses;
  TestCore test;
  const auto trace = test.Trace(program);
  ASSERT_EQ(trace.size(), 65535u + arch::kMaxExtraPasses + 1);
  EXPECT_EQ(trace[trace.size() - 2].pass, 65535u + arch::kMaxExtraPasses - 1);
}

TEST(PositionTest, LargestProgram) {
  TestProgram program = Once(std::vector<Slots>(arch::kInstructionWords, Nop()));
  TestCore test;
  const auto trace = test.Trace(program);
  ASSERT_EQ(trace.size(), size_t{arch::kInstructionWords} + 1);
  EXPECT_EQ(trace[arch::kInstructionWords - 1].pc, arch::kInstructionWords - 1u);
  EXPECT_EQ(trace.back().load_count, uint32_t{arch::kInstructionWords});
}

TEST(LoadTest, TakesOneWordPerCycleAndStallsOnAnEmptyFifo) {
  TestProgram program = Once({Slots().ShRw(), Slots().ShRi()});
  TestCore test;
  test.Configure(program);
  test.Write(arch::kRegControl.offset, arch::kControlStart | arch::kControlLoad);

  arch::Probe probe = test.Step();
  EXPECT_TRUE(In(probe, State::kLoad));
  EXPECT_TRUE(Stalled(probe, Stall::kInput));
  test.source.push_back(program.repeated[0].word());
  EXPECT_TRUE(Stalled(test.Step(), Stall::kInput));  // the word enters the FIFO
  probe = test.Step();
  EXPECT_TRUE(Stalled(probe, Stall::kNone));
  EXPECT_EQ(probe.in_level, 1u);
  EXPECT_EQ(probe.load_count, 0u);
  EXPECT_EQ(Word(probe.instruction), 0u);
  probe = test.Step();
  EXPECT_TRUE(Stalled(probe, Stall::kInput));
  EXPECT_EQ(probe.load_count, 1u);
  test.source.push_back(program.repeated[1].word());
  test.Step();
  test.Step();
  probe = test.Step();
  EXPECT_TRUE(In(probe, State::kLoad));
  EXPECT_TRUE(Stalled(probe, Stall::kNone));
  EXPECT_EQ(probe.load_count, 2u);
  probe = test.Step();
  EXPECT_TRUE(In(probe, State::kRepeat));
  EXPECT_EQ(Word(probe.instruction), program.repeated[0].word());
  EXPECT_EQ(test.core.InstructionWord(1), program.repeated[1].word());
}

TEST(LoadTest, TakesNoWordBeyondTheProgram) {
  TestCore test;
  test.Load(Once({Nop(), Nop()}), {0xAA, 0xBB});
  EXPECT_EQ(test.core.InstructionWord(2), 0u);
  EXPECT_EQ(test.Peek().in_level, 2u);
}

TEST(LoadTest, StartWithoutLoadRunsTheProgramAgainAfterOneFetchCycle) {
  TestProgram program;
  program.initial = {Nop()};
  program.repeated = {Slots().ShRi()};
  TestCore test;
  test.Trace(program);
  EXPECT_EQ(test.Peek().load_count, 2u);
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlStart));
  const auto trace = test.RunToIdle();
  ASSERT_EQ(trace.size(), 4u);
  EXPECT_TRUE(In(trace[0], State::kLoad));
  EXPECT_EQ(trace[0].load_count, 2u);
  EXPECT_TRUE(In(trace[1], State::kInitial));
  EXPECT_EQ(Word(trace[2].instruction), program.repeated[0].word());
  EXPECT_EQ(Word(trace[3].instruction), 0u);
}

TEST(SuppressionTest, FirstPassesOfOutputsAndLastPassesOfStreamWrites) {
  TestCore test;
  test.FillTable([](int) { return 0x33; });
  TestProgram program;
  program.repeated = {Slots().MemaWr(10, 0, 1).MembWr(20, 0, 1).ActLo(), Nop()};
  program.iterations = 3;
  program.extra = 2;
  program.agu_inc = {1, 0, 0};
  program.agu_toggle = {100, 0, 0};
  const auto trace = test.Trace(program, {1, 2, 3});
  ASSERT_EQ(trace.size(), 11u);  // five passes of two cycles without a stall
  for (uint32_t pass = 0; pass < 5; ++pass) {
    const arch::Probe& probe = trace[2 * pass];
    EXPECT_EQ(probe.pass, pass);
    EXPECT_EQ(probe.write_a, pass < 3 ? 1u : 0u) << pass;
    EXPECT_EQ(probe.write_b, pass >= 2 ? 1u : 0u) << pass;
    EXPECT_EQ(trace[2 * pass + 1].act_push, pass >= 2 ? 1u : 0u) << pass;
    EXPECT_EQ(probe.agu_write, 1u);
    EXPECT_EQ(probe.agu_mema, pass + 1);
    EXPECT_EQ(probe.agu_memb, pass + 1);
  }
  EXPECT_EQ(trace[4].write_b_address, 22u);
  EXPECT_EQ(test.core.LocalWord(12), 3u);
  EXPECT_EQ(test.core.LocalWord(13), 0u);
  EXPECT_EQ(test.core.LocalWord(21), 0u);
  EXPECT_EQ(test.core.LocalWord(24), 0x3333'3333'3333'3333u);
}

TEST(SuppressionTest, SuppressedActStillLooksUp) {
  TestCore test;
  test.FillTable([](int) { return 0x33; });
  TestProgram program;
  program.repeated = {Slots().ActLo()};
  program.extra = 1;
  const auto trace = test.Trace(program);
  EXPECT_EQ(Word(trace[1].act_out), 0x3333'3333'3333'3333u);
  EXPECT_EQ(trace[1].act_push, 0u);
}

TEST(SuppressionTest, InitialAndFinalAreNeverSuppressed) {
  TestCore test;
  TestProgram program;
  program.initial = {Slots().MemaWr(1).MembWr(2).ActLo()};
  program.repeated = {Nop()};
  program.final = {Slots().MemaWr(3).MembWr(4).ActLo(), Nop()};
  program.extra = arch::kMaxExtraPasses;
  const auto trace = test.Trace(program, {7, 8});
  const size_t final = 1 + 1 + arch::kMaxExtraPasses;
  for (const size_t t : {size_t{0}, final}) {
    EXPECT_EQ(trace[t].write_a, 1u) << t;
    EXPECT_EQ(trace[t].write_b, 1u) << t;
    EXPECT_EQ(trace[t + 1].act_push, 1u) << t;
  }
}

TEST(StallTest, InputStallHoldsTheMachineWhileAnActivationIsPushed) {
  TestCore test;
  test.sink_ready = false;
  test.FillTable([](int) { return 0x44; });
  test.FillLocal({0x11});
  test.Load(Once({Slots().MemaRd(0).ActLo(), Slots().MemaWr(5).MembRd(0).ShRw(), Nop(), Nop()}));
  test.Step();
  const arch::Probe first = test.Step();
  EXPECT_TRUE(Stalled(first, Stall::kInput));
  EXPECT_EQ(first.act_push, 1u);
  EXPECT_EQ(first.agu_write, 0u);
  EXPECT_EQ(first.write_a, 0u);
  EXPECT_EQ(first.pc, 1u);
  EXPECT_EQ(Word(first.port_a), 0u);
  const arch::Probe second = test.Step();
  EXPECT_TRUE(Stalled(second, Stall::kInput));
  EXPECT_EQ(second.act_push, 0u);
  EXPECT_EQ(second.out_level, 1u);
  EXPECT_EQ(Word(second.port_a), 0u) << "the word read waits with the machine";
  test.source.push_back(0x55);
  test.Step();
  const arch::Probe advancing = test.Step();
  EXPECT_TRUE(Stalled(advancing, Stall::kNone));
  EXPECT_EQ(advancing.write_a, 1u);
  EXPECT_EQ(Word(advancing.write_a_data), 0x55u);
  EXPECT_EQ(Word(test.Step().port_a), 0x11u);
}

TEST(StallTest, SuppressedWriteDoesNotStall) {
  TestProgram program;
  program.repeated = {Slots().MemaWr(0)};
  program.iterations = 1;
  program.extra = 3;
  TestCore test;
  const auto trace = test.Trace(program, {1});
  EXPECT_EQ(trace.size(), 5u);
}

TEST(StallTest, InputComesBeforeOutput) {
  TestCore test;
  test.sink_ready = false;
  TestProgram program;
  program.repeated = {Slots().ActLo()};
  program.iterations = arch::kOutputFifoWords;
  program.final = {Slots().MemaWr(0).ActLo()};
  test.Load(program);
  for (int t = 0; t < arch::kOutputFifoWords; ++t) test.Step();
  EXPECT_TRUE(Stalled(test.Step(), Stall::kInput));
  test.source.push_back(1);
  test.Step();
  const arch::Probe probe = test.Step();
  EXPECT_TRUE(Stalled(probe, Stall::kOutput));
  EXPECT_EQ(probe.in_level, 1u) << "the word is not taken while the machine stalls";
}

TEST(StallTest, OutputStallsWhenLevelAndPushReachTheDepth) {
  TestCore test;
  test.sink_ready = false;
  TestProgram program;
  program.repeated = {Slots().ActLo()};
  program.iterations = arch::kOutputFifoWords + 2;
  test.Load(program);
  constexpr uint32_t kDepth = arch::kOutputFifoWords;
  for (uint32_t t = 0; t < kDepth; ++t) {
    const arch::Probe probe = test.Step();
    EXPECT_TRUE(Stalled(probe, Stall::kNone)) << t;
    EXPECT_EQ(probe.out_level, t == 0 ? 0 : t - 1);
  }
  arch::Probe probe = test.Step();
  EXPECT_TRUE(Stalled(probe, Stall::kOutput));
  EXPECT_EQ(probe.out_level, kDepth - 1);
  EXPECT_EQ(probe.act_push, 1u);
  for (int i = 0; i < 3; ++i) {
    probe = test.Step();
    EXPECT_TRUE(Stalled(probe, Stall::kOutput));
    EXPECT_EQ(probe.out_level, kDepth);
    EXPECT_EQ(probe.act_push, 0u);
  }
  test.sink_ready = true;
  EXPECT_TRUE(Stalled(test.Step(), Stall::kOutput)) << "room comes at the end of the cycle";
  test.sink_ready = false;
  EXPECT_TRUE(Stalled(test.Step(), Stall::kNone));
  EXPECT_TRUE(Stalled(test.Step(), Stall::kOutput));
  test.sink_ready = true;
  test.RunToIdle();
  for (int i = 0; i < arch::kOutputFifoWords; ++i) test.Step();
  EXPECT_EQ(test.sink.size(), size_t{kDepth} + 2);
}

TEST(StallTest, HoldAndSuppressedActDoNotStall) {
  TestCore test;
  test.sink_ready = false;
  TestProgram program;
  program.initial.assign(arch::kOutputFifoWords, Slots().ActLo());
  program.repeated = {Slots().ActLoHold()};
  program.final = {Slots().ActLo()};
  test.Load(program);
  for (int t = 0; t < arch::kOutputFifoWords; ++t) test.Step();
  EXPECT_TRUE(Stalled(test.Step(), Stall::kNone));
  EXPECT_TRUE(Stalled(test.Step(), Stall::kOutput));

  TestCore suppressed;
  suppressed.sink_ready = false;
  program.repeated = {Slots().ActLo()};
  program.extra = 1;
  suppressed.Load(program);
  for (int t = 0; t < arch::kOutputFifoWords; ++t) suppressed.Step();
  EXPECT_TRUE(Stalled(suppressed.Step(), Stall::kNone));    // pass 0
  EXPECT_TRUE(Stalled(suppressed.Step(), Stall::kOutput));  // pass 1
}

TEST(InterruptTest, RisesInTheCycleAfterTheLastAdvancingCycle) {
  TestCore test;
  test.Write(arch::kRegIrqEnable.offset, arch::kIrqEnableDone);
  TestProgram program;
  program.repeated = {Nop(), Nop()};
  program.runs = 2;
  const auto trace = test.Trace(program);
  ASSERT_EQ(trace.size(), 5u);
  for (int t = 0; t < 4; ++t) EXPECT_EQ(trace[t].irq_causes + trace[t].irq, 0u);
  EXPECT_EQ(trace[4].irq_causes, 1u);
  EXPECT_EQ(trace[4].irq, 1u);
  EXPECT_EQ(test.Read(arch::kRegIrq.offset), arch::kIrqDone);
  test.Write(arch::kRegIrq.offset, 0);
  EXPECT_EQ(test.Peek().irq, 1u);
  test.Write(arch::kRegIrq.offset, arch::kIrqDone);
  EXPECT_EQ(test.Peek().irq, 0u);
}

TEST(InterruptTest, CauseSetInTheCycleOfTheClearStays) {
  TestCore test;
  test.Load(Once({Nop(), Nop()}));
  test.Step();
  EXPECT_FALSE(test.Write(arch::kRegIrq.offset, arch::kIrqDone));  // the last advancing cycle
  EXPECT_EQ(test.Read(arch::kRegIrq.offset), arch::kIrqDone);
}

TEST(InterruptTest, WritingZeroClearsAndSetsNothing) {
  TestCore test;
  EXPECT_FALSE(test.Write(arch::kRegIrq.offset, 0));
  EXPECT_EQ(test.Read(arch::kRegIrq.offset), 0u);
}

TEST(InterruptTest, EnableMasksTheLineOnly) {
  TestCore test;
  test.Trace(Once({Nop()}));
  EXPECT_EQ(test.Peek().irq, 0u);
  EXPECT_EQ(test.Peek().irq_causes, 1u);
  EXPECT_EQ(test.Peek().irq_enable, 0u);
  test.Write(arch::kRegIrqEnable.offset, arch::kIrqEnableDone);
  EXPECT_EQ(test.Peek().irq, 1u);
  EXPECT_EQ(test.Peek().irq_enable, 1u);
  test.Write(arch::kRegIrq.offset, arch::kIrqDone);
  EXPECT_EQ(test.Peek().irq_causes, 0u);
  EXPECT_EQ(test.Peek().irq_enable, 1u);
}

}  // namespace
}  // namespace nve::golden
