// SPDX-License-Identifier: Apache-2.0
// Address generation (docs/isa.md, section 7): the equations, and the rotating update memory over
// passes and runs.
#include "model/golden/agu.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/unit/model/golden/test_core.hpp"

namespace nve::golden {
namespace {

Settings WithMode1(uint32_t inc, uint32_t toggle) {
  Settings settings;
  settings.agu_inc[1] = inc;
  settings.agu_toggle[1] = toggle;
  return settings;
}

TEST(AguTest, AddressIsOffsetPlusUpdateModuloAddressRangeAndBuffer) {
  EXPECT_EQ(LocalAddress(3, 6), 9u);
  EXPECT_EQ(LocalAddress(2047, 5), 4u);
  EXPECT_EQ(LocalAddress(arch::kLocalWords, 2), 2u);
  EXPECT_EQ(LocalAddress(arch::kLocalWords - 1, 0), arch::kLocalWords - 1u);
}

TEST(AguTest, Mode0KeepsTheUpdate) {
  EXPECT_EQ(NextUpdate(WithMode1(1, 5), 5, 0), 5u);
  EXPECT_EQ(NextUpdate(WithMode1(1, 5), 2047, 0), 2047u);
}

TEST(AguTest, ReachingToggleRestartsAtZero) {
  const Settings settings = WithMode1(3, 9);
  EXPECT_EQ(NextUpdate(settings, 0, 1), 3u);
  EXPECT_EQ(NextUpdate(settings, 3, 1), 6u);
  EXPECT_EQ(NextUpdate(settings, 6, 1), 0u);
}

TEST(AguTest, ToggleIsComparedForEqualityOnly) {
  EXPECT_EQ(NextUpdate(WithMode1(3, 3), 1, 1), 4u);
  EXPECT_EQ(NextUpdate(WithMode1(0, 7), 7, 1), 0u);
}

TEST(AguTest, SumWrapsBeforeTheComparison) {
  EXPECT_EQ(NextUpdate(WithMode1(4, 100), 2046, 1), 2u);
  EXPECT_EQ(NextUpdate(WithMode1(4, 2), 2046, 1), 0u);
  EXPECT_EQ(NextUpdate(WithMode1(2047, 100), 0, 1), 2047u);
}

// Current update values of both slots, from the values written back.
struct Updates {
  std::vector<uint32_t> mema;
  std::vector<uint32_t> memb;
};

Updates WrittenBack(const std::vector<arch::Probe>& trace) {
  Updates updates;
  for (const arch::Probe& probe : trace) {
    if (probe.agu_write == 0) continue;
    updates.mema.push_back(probe.agu_mema);
    updates.memb.push_back(probe.agu_memb);
  }
  return updates;
}

TEST(RotatedUpdateTest, PassesGoOnFromTheValueWrittenBackAndRunsFromTheLoadedOne) {
  TestProgram program;
  program.repeated = {Slots().MemaRd(0, 6, 1).MembRd(0, 1, 2)};
  program.iterations = 4;
  program.runs = 2;
  program.agu_inc = {3, 1, 0};
  program.agu_toggle = {9, 3, 0};
  TestCore test;
  const Updates updates = WrittenBack(test.Trace(program));
  EXPECT_EQ(updates.mema, (std::vector<uint32_t>{0, 3, 6, 0, 0, 3, 6, 0}));
  EXPECT_EQ(updates.memb, (std::vector<uint32_t>{2, 0, 1, 2, 2, 0, 1, 2}));
  EXPECT_EQ(test.core.RotatedUpdate(0, 0), 0);
  EXPECT_EQ(test.core.RotatedUpdate(0, 1), 2);
  EXPECT_EQ(test.core.InstructionWord(0), program.repeated[0].word());
}

TEST(RotatedUpdateTest, SecondStartWithoutLoadBeginsFromTheLoadedValues) {
  TestProgram program;
  program.repeated = {Slots().MemaRd(0, 5, 3)};
  program.iterations = 2;
  program.agu_inc = {0, 0, 1};
  program.agu_toggle = {0, 0, 2000};
  TestCore test;
  const Updates first = WrittenBack(test.Trace(program));
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlStart));
  const Updates second = WrittenBack(test.RunToIdle());
  EXPECT_EQ(first.mema, (std::vector<uint32_t>{6, 7}));
  EXPECT_EQ(second.mema, first.mema);
}

TEST(RotatedUpdateTest, InitialAndFinalUseTheLoadedValueAndWriteBack) {
  TestProgram program;
  program.initial = {Slots().MemaRd(0, 1, 1)};
  program.repeated = {Nop()};
  program.final = {Slots().MembRd(0, 2, 1)};
  program.runs = 2;
  program.agu_inc = {10, 0, 0};
  program.agu_toggle = {1000, 0, 0};
  TestCore test;
  const Updates updates = WrittenBack(test.Trace(program));
  EXPECT_EQ(updates.mema, (std::vector<uint32_t>{11, 0, 0, 11, 0, 0}));
  EXPECT_EQ(updates.memb, (std::vector<uint32_t>{0, 0, 12, 0, 0, 12}));
  EXPECT_EQ(test.core.RotatedUpdate(0, 0), 11);
  EXPECT_EQ(test.core.RotatedUpdate(2, 1), 12);
}

TEST(RotatedUpdateTest, RotatesWithoutAnOperation) {
  TestProgram program;
  program.repeated = {Slots().Mema(arch::MemOp::kNop, 0, 0, 1)};
  program.iterations = 3;
  program.agu_inc = {7, 0, 0};
  program.agu_toggle = {1000, 0, 0};
  TestCore test;
  EXPECT_EQ(WrittenBack(test.Trace(program)).mema, (std::vector<uint32_t>{7, 14, 21}));
}

// Every instruction stalls: with the loaded values in the initial part and pass 0, with those
// written back in the later passes.
TEST(RotatedUpdateTest, StalledCycleShowsWhatTheNextAdvancingOneWritesBack) {
  TestProgram program;
  program.initial = {Slots().MemaWr(0, 5, 1).Memb(arch::MemOp::kNop, 0, 9, 2)};
  program.repeated = {Slots().MemaWr(1, 0, 1).Memb(arch::MemOp::kNop, 0, 1, 2)};
  program.iterations = 3;
  program.agu_inc = {3, 4, 0};
  program.agu_toggle = {9, 5, 0};
  TestCore test;
  test.Load(program);
  Updates updates;
  for (uint64_t word = 1; word <= 4; ++word) {
    const int pc = static_cast<int>(test.Peek().pc);
    const int mema = test.core.RotatedUpdate(pc, 0);
    const int memb = test.core.RotatedUpdate(pc, 1);
    const arch::Probe stalled = test.Step();
    EXPECT_TRUE(Stalled(stalled, arch::Stall::kInput));
    EXPECT_EQ(stalled.agu_write, 0u);
    EXPECT_EQ(test.core.RotatedUpdate(pc, 0), mema) << "shown, not written";
    EXPECT_EQ(test.core.RotatedUpdate(pc, 1), memb) << "shown, not written";
    test.source.push_back(word);
    test.Step();  // it enters
    const arch::Probe advancing = test.Step();
    EXPECT_EQ(advancing.agu_write, 1u);
    EXPECT_EQ(advancing.agu_mema, stalled.agu_mema);
    EXPECT_EQ(advancing.agu_memb, stalled.agu_memb);
    EXPECT_EQ(test.core.RotatedUpdate(pc, 0), static_cast<int>(stalled.agu_mema));
    EXPECT_EQ(test.core.RotatedUpdate(pc, 1), static_cast<int>(stalled.agu_memb));
    updates.mema.push_back(stalled.agu_mema);
    updates.memb.push_back(stalled.agu_memb);
  }
  EXPECT_EQ(updates.mema, (std::vector<uint32_t>{8, 3, 6, 0}));
  EXPECT_EQ(updates.memb, (std::vector<uint32_t>{13, 0, 4, 8}));
}

TEST(RotatedUpdateTest, OutputStallShowsTheUpdatesToo) {
  TestProgram program;
  program.repeated = {Slots().ActLo().Mema(arch::MemOp::kNop, 0, 0, 1)};
  program.iterations = arch::kOutputFifoWords + 1;
  program.agu_inc = {1, 0, 0};
  program.agu_toggle = {2000, 0, 0};
  TestCore test;
  test.sink_ready = false;
  test.Load(program);
  for (int i = 0; i < arch::kOutputFifoWords; ++i) test.Step();
  const arch::Probe stalled = test.Step();
  EXPECT_TRUE(Stalled(stalled, arch::Stall::kOutput));
  EXPECT_EQ(stalled.agu_write, 0u);
  EXPECT_EQ(stalled.agu_mema, arch::kOutputFifoWords + 1u);
  EXPECT_EQ(test.core.RotatedUpdate(0, 0), arch::kOutputFifoWords);
}

// The instruction at pc 0 has update values that are not 0, but it is not in execution.
TEST(RotatedUpdateTest, IdleAndLoadShowNoUpdates) {
  const TestProgram program = Once({Slots().MemaRd(0, 5, 0).MembRd(0, 6, 0)});
  TestCore test;
  const auto expect_none = [&](arch::State state) {
    const arch::Probe probe = test.Step();
    EXPECT_TRUE(In(probe, state));
    EXPECT_EQ(probe.agu_write + probe.agu_mema + probe.agu_memb, 0u);
  };
  const std::vector<arch::Probe> trace = test.Trace(program);
  EXPECT_EQ(trace.front().agu_mema, 5u);
  EXPECT_EQ(trace.front().agu_memb, 6u);
  expect_none(arch::State::kIdle);
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlStart));
  expect_none(arch::State::kLoad);  // the fetch cycle
  EXPECT_EQ(test.Step().agu_mema, 5u);
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlStart | arch::kControlLoad));
  expect_none(arch::State::kLoad);  // stalled
  test.source.push_back(program.repeated[0].word());
  expect_none(arch::State::kLoad);  // stalled while the word enters
  expect_none(arch::State::kLoad);  // takes it
  expect_none(arch::State::kLoad);  // the fetch cycle
  EXPECT_EQ(test.Step().agu_memb, 6u);
}

TEST(RotatedUpdateTest, ReadsFollowTheUpdates) {
  TestProgram program;
  program.repeated = {Slots().MemaRd(1, 0, 1)};
  program.iterations = 6;
  program.agu_inc = {1, 0, 0};
  program.agu_toggle = {3, 0, 0};
  TestCore test;
  test.FillLocal({10, 11, 12, 13, 14});
  const auto trace = test.Trace(program);
  for (int t = 2; t < 6; ++t) {
    EXPECT_EQ(Word(trace[t].port_a), 11u + (t - 2) % 3) << t;
  }
}

}  // namespace
}  // namespace nve::golden
