// SPDX-License-Identifier: Apache-2.0
// Streams, FIFO levels and places, packets and the two resets (docs/isa.md, sections 2 and 9).
#include <gtest/gtest.h>

#include <vector>

#include "model/golden/fifo.hpp"
#include "tests/unit/model/golden/test_core.hpp"

namespace nve::golden {
namespace {

TEST(FifoTest, KeepsOrderAroundTheEnd) {
  Fifo<int, 3> fifo;
  EXPECT_TRUE(fifo.Empty());
  int in = 0;
  int out = 0;
  for (int i = 0; i < 3; ++i) fifo.Push(in++);
  EXPECT_TRUE(fifo.Full());
  for (int i = 0; i < 7; ++i) {
    EXPECT_EQ(fifo.Front(), out++);
    fifo.Pop();
    EXPECT_EQ(fifo.level(), 2);
    fifo.Push(in++);
  }
}

TEST(FifoTest, OfOneWord) {
  Fifo<int, 1> fifo;
  for (int i = 5; i < 8; ++i) {
    fifo.Push(i);
    EXPECT_TRUE(fifo.Full());
    EXPECT_EQ(fifo.Front(), i);
    fifo.Pop();
    EXPECT_TRUE(fifo.Empty());
  }
}

template <int kDepth>
void ExpectPlacesGoRound() {
  Fifo<int, kDepth> fifo;
  for (int turn = 0; turn < 3; ++turn) {
    for (int i = 0; i < kDepth; ++i) {
      EXPECT_EQ(fifo.enter(), i) << "depth " << kDepth;
      EXPECT_EQ(fifo.leave(), 0) << "depth " << kDepth;
      fifo.Push(i);
    }
    EXPECT_EQ(fifo.enter(), 0) << "full, depth " << kDepth;
    for (int i = 0; i < kDepth; ++i) {
      EXPECT_EQ(fifo.enter(), 0) << "depth " << kDepth;
      EXPECT_EQ(fifo.leave(), i) << "depth " << kDepth;
      EXPECT_EQ(fifo.Front(), i) << "depth " << kDepth;
      fifo.Pop();
    }
    EXPECT_EQ(fifo.leave(), 0) << "empty, depth " << kDepth;
  }
}

TEST(FifoTest, PlacesGoRound) {
  ExpectPlacesGoRound<1>();
  ExpectPlacesGoRound<2>();
  ExpectPlacesGoRound<5>();
  ExpectPlacesGoRound<16>();
}

TEST(FifoTest, PlacesMeetWhereverItIsEmptyOrFull) {
  Fifo<int, 3> fifo;
  for (int place = 0; place < 3; ++place) {
    EXPECT_EQ(fifo.enter(), place) << "empty";
    EXPECT_EQ(fifo.leave(), place) << "empty";
    for (int i = 0; i < 3; ++i) fifo.Push(i);
    EXPECT_EQ(fifo.enter(), place) << "full";
    EXPECT_EQ(fifo.leave(), place) << "full";
    for (int i = 0; i < 3; ++i) fifo.Pop();
    fifo.Push(0);
    fifo.Pop();
  }
}

// `count` words 0, 1, ... for the source.
void Offer(TestCore& test, int count) {
  for (int i = 0; i < count; ++i) test.source.push_back(i);
}

TEST(InputStreamTest, AcceptsExactlyTheDepthWhileIdle) {
  TestCore test;
  Offer(test, arch::kInputFifoWords + 3);
  for (uint32_t i = 0; i < arch::kInputFifoWords; ++i) {
    const arch::Probe probe = test.Step();
    EXPECT_EQ(probe.in_level, i);
    EXPECT_EQ(probe.s_tready, 1u);
  }
  for (int i = 0; i < 3; ++i) {
    const arch::Probe probe = test.Step();
    EXPECT_EQ(probe.in_level, uint32_t{arch::kInputFifoWords});
    EXPECT_EQ(probe.s_tready, 0u);
  }
  EXPECT_EQ(test.source.size(), 3u);
}

// Leaves a program of `iterations` times `wr` loaded, to be started again.
void LoadWriter(TestCore& test, uint32_t iterations) {
  TestProgram program;
  program.repeated = {Slots().MemaWr(0)};
  program.iterations = iterations;
  test.Trace(program, std::vector<uint64_t>(iterations));
}

TEST(InputStreamTest, NothingEntersAFullFifoInTheCycleAWordLeaves) {
  TestCore test;
  LoadWriter(test, 3);
  Offer(test, arch::kInputFifoWords + 1);
  for (int i = 0; i < arch::kInputFifoWords; ++i) test.Step();
  test.Write(arch::kRegControl.offset, arch::kControlStart);
  test.Step();  // the fetch cycle
  arch::Probe probe = test.Step();
  EXPECT_EQ(probe.write_a, 1u);
  EXPECT_EQ(probe.in_level, uint32_t{arch::kInputFifoWords});
  EXPECT_EQ(probe.s_tready, 0u);
  probe = test.Step();  // one leaves, one enters
  EXPECT_EQ(probe.in_level, arch::kInputFifoWords - 1u);
  EXPECT_EQ(probe.s_tready, 1u);
  EXPECT_EQ(test.Step().in_level, arch::kInputFifoWords - 1u);
  EXPECT_EQ(test.Step().in_level, arch::kInputFifoWords - 2u);
}

TEST(InputStreamTest, WordCanLeaveInTheCycleAfterItEntered) {
  TestCore test;
  LoadWriter(test, 2);
  test.Write(arch::kRegControl.offset, arch::kControlStart);
  Offer(test, 2);
  test.Step();  // the fetch cycle; word 0 enters
  arch::Probe probe = test.Step();
  EXPECT_EQ(probe.in_level, 1u);
  EXPECT_EQ(probe.write_a, 1u);
  probe = test.Step();
  EXPECT_EQ(probe.in_level, 1u);
  EXPECT_EQ(probe.write_a, 1u);
  EXPECT_EQ(test.Step().in_level, 0u);
}

TEST(InputStreamTest, ProbeShowsTheOldestWordAroundTheEndOfTheFifo) {
  constexpr int kWords = 3 * arch::kInputFifoWords + 1;
  TestCore test;
  LoadWriter(test, kWords);
  for (int i = 0; i < kWords; ++i) test.source.push_back(100 + i);
  EXPECT_EQ(Word(test.Step().in_word), 0u) << "empty";
  for (int i = 0; i < arch::kInputFifoWords; ++i) EXPECT_EQ(Word(test.Step().in_word), 100u);
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlStart));
  EXPECT_EQ(Word(test.Step().in_word), 100u);  // the fetch cycle
  const std::vector<arch::Probe> trace = test.RunToIdle();
  ASSERT_EQ(trace.size(), kWords + 1u);
  for (int i = 0; i < kWords; ++i) EXPECT_EQ(Word(trace[i].in_word), 100u + i) << i;
  EXPECT_EQ(Word(trace[kWords].in_word), 0u) << "empty again";
}

TEST(InputStreamTest, OldestWordOfAnEmptyFifoIsZeroUntilOneHasEntered) {
  TestCore test;
  LoadWriter(test, 1);
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlStart));
  test.Step();  // the fetch cycle
  EXPECT_EQ(Word(test.Step().in_word), 0u);
  test.source = {0xFEDC'BA98'7654'3210};
  arch::Probe probe = test.Step();  // it enters
  EXPECT_TRUE(Stalled(probe, arch::Stall::kInput));
  EXPECT_EQ(Word(probe.in_word), 0u);
  probe = test.Step();  // it leaves
  EXPECT_EQ(probe.write_a, 1u);
  EXPECT_EQ(Word(probe.in_word), 0xFEDC'BA98'7654'3210u);
  EXPECT_EQ(Word(test.Step().in_word), 0u);
}

TEST(InputStreamTest, PlacesGoRound) {
  constexpr uint32_t kDepth = arch::kInputFifoWords;
  constexpr uint32_t kWords = 3 * kDepth;
  TestCore test;
  LoadWriter(test, kWords);
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlReset));
  Offer(test, kWords);
  for (uint32_t i = 0; i < kDepth; ++i) {
    const arch::Probe probe = test.Step();
    EXPECT_EQ(probe.in_enter, i);
    EXPECT_EQ(probe.in_leave, 0u);
  }
  EXPECT_EQ(test.Peek().in_enter, 0u) << "full";
  EXPECT_EQ(test.Peek().in_leave, 0u) << "full";
  test.Write(arch::kRegControl.offset, arch::kControlStart);
  test.Step();  // the fetch cycle
  uint32_t taken = 0;
  for (const arch::Probe& probe : test.RunToIdle()) {
    EXPECT_EQ(probe.in_leave, taken % kDepth);
    EXPECT_EQ(probe.in_enter, (taken + probe.in_level) % kDepth);
    taken += probe.write_a;
  }
  EXPECT_EQ(taken, kWords);
  EXPECT_EQ(test.Peek().in_level, 0u);
  EXPECT_EQ(test.Peek().in_enter, 0u) << "three times round";
  EXPECT_EQ(test.Peek().in_leave, 0u) << "three times round";
}

TEST(InputStreamTest, InstructionsGoThroughThePlacesToo) {
  TestCore test;
  test.Load(Once({Nop(), Nop(), Nop()}), {0xAA});
  EXPECT_EQ(test.Peek().in_level, 1u);
  EXPECT_EQ(test.Peek().in_enter, 4u % arch::kInputFifoWords);
  EXPECT_EQ(test.Peek().in_leave, 3u % arch::kInputFifoWords);
}

// A core that has run `words` times `act`, with nothing stalling; the sink has taken everything.
void SendWords(TestCore& test, uint32_t words, uint32_t packet_words, uint32_t runs = 1) {
  TestProgram program;
  program.repeated = {Slots().ActLo()};
  program.iterations = words;
  program.runs = runs;
  program.packet_words = packet_words;
  test.Trace(program);
  for (int i = 0; i < arch::kOutputFifoWords + 1; ++i) test.Step();
}

std::vector<int> LastWords(const TestCore& test) {
  std::vector<int> positions;
  for (size_t i = 0; i < test.sink.size(); ++i) {
    if (test.sink[i].last) positions.push_back(static_cast<int>(i));
  }
  return positions;
}

TEST(PacketTest, EveryPacketEndsWithLast) {
  TestCore test;
  SendWords(test, 8, 3);
  EXPECT_EQ(test.sink.size(), 8u);
  EXPECT_EQ(LastWords(test), (std::vector<int>{2, 5}));
}

TEST(PacketTest, RunsContinueThePacketAndStartBeginsOne) {
  TestCore test;
  SendWords(test, 4, 3, /*runs=*/2);
  EXPECT_EQ(LastWords(test), (std::vector<int>{2, 5}));
  test.sink.clear();
  SendWords(test, 4, 3);
  EXPECT_EQ(LastWords(test), (std::vector<int>{2}));
}

TEST(PacketTest, OneWordPackets) {
  TestCore test;
  SendWords(test, 3, 1);
  EXPECT_EQ(LastWords(test), (std::vector<int>{0, 1, 2}));
}

TEST(PacketTest, ZeroMeansNever) {
  TestCore test;
  SendWords(test, 5, 0);
  EXPECT_EQ(test.sink.size(), 5u);
  EXPECT_TRUE(LastWords(test).empty());
}

TEST(PacketTest, WordThatEntersInTheCycleOfStartBelongsToTheOldPacket) {
  TestProgram program;
  program.repeated = {Slots().ActLo()};
  program.iterations = 3;
  program.packet_words = 3;
  TestCore test;
  test.Load(program);
  for (int i = 0; i < 3; ++i) test.Step();
  EXPECT_EQ(test.Peek().act_push, 1u);
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlStart));
  test.RunToIdle();
  for (int i = 0; i < 4; ++i) test.Step();
  EXPECT_EQ(LastWords(test), (std::vector<int>{2, 5}));
}

// A word enters in the cycle after its `act` and is counted one cycle later.
TEST(PacketTest, ProbeShowsTheCounter) {
  TestProgram program;
  program.repeated = {Slots().ActLo()};
  program.iterations = 5;
  program.packet_words = 3;
  TestCore test;
  std::vector<arch::Probe> trace = test.Trace(program);
  trace.push_back(test.Step());
  trace.push_back(test.Step());
  std::vector<uint32_t> counts;
  for (const arch::Probe& probe : trace) counts.push_back(probe.packet);
  EXPECT_EQ(counts, (std::vector<uint32_t>{0, 0, 1, 2, 0, 1, 2, 2}));
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlStart));
  EXPECT_EQ(test.Peek().packet, 0u);
}

TEST(PacketTest, CounterGoesOnWithoutPackets) {
  TestCore test;
  SendWords(test, 5, 0);
  EXPECT_EQ(test.Peek().packet, 5u);
}

TEST(PacketTest, WordHeldInsideIsNotCounted) {
  TestCore test;
  test.Trace(Once({Slots().ActLoHold(), Slots().ActHi(), Slots().ActHiHold(), Nop(), Nop()}));
  EXPECT_EQ(test.Peek().packet, 1u);
}

TEST(OutputStreamTest, WordsWaitInOrderForTheSink) {
  TestCore test;
  test.FillTable([](int i) { return static_cast<uint8_t>(i); });
  test.sink_ready = false;
  test.Trace(Once({Slots().ActLo(), Slots().ActHi()}));
  test.Step();
  test.Step();
  EXPECT_EQ(test.Peek().out_level, 2u);
  test.sink_ready = true;
  arch::Probe probe = test.Step();
  EXPECT_EQ(probe.m_tvalid, 1u);
  EXPECT_EQ(probe.out_level, 2u);
  EXPECT_EQ(test.Step().out_level, 1u);
  probe = test.Step();
  EXPECT_EQ(probe.out_level, 0u);
  EXPECT_EQ(probe.m_tvalid, 0u);
  EXPECT_EQ(test.sink.size(), 2u);
}

TEST(OutputStreamTest, PlacesGoRound) {
  constexpr uint32_t kDepth = arch::kOutputFifoWords;
  constexpr uint32_t kWords = 3 * kDepth;
  TestProgram program;
  program.repeated = {Slots().ActLo()};
  program.iterations = kWords;
  TestCore test;
  test.sink_ready = false;
  test.Load(program);
  uint32_t entered = 0;
  for (uint32_t i = 0; i < kDepth + 1; ++i) {
    const arch::Probe probe = test.Step();
    EXPECT_EQ(probe.out_enter, entered);
    EXPECT_EQ(probe.out_leave, 0u);
    entered += probe.act_push;
  }
  EXPECT_EQ(test.Peek().out_level, kDepth);
  EXPECT_EQ(test.Peek().out_enter, 0u) << "full";
  EXPECT_EQ(test.Peek().out_leave, 0u) << "full";
  test.sink_ready = true;
  std::vector<arch::Probe> trace = test.RunToIdle();
  for (uint32_t i = 0; i < kDepth + 1; ++i) trace.push_back(test.Step());
  uint32_t left = 0;
  for (const arch::Probe& probe : trace) {
    EXPECT_EQ(probe.out_enter, entered % kDepth);
    EXPECT_EQ(probe.out_leave, left % kDepth);
    entered += probe.act_push;
    left += probe.m_tvalid;
  }
  EXPECT_EQ(left, kWords);
  EXPECT_EQ(test.Peek().out_level, 0u);
  EXPECT_EQ(test.Peek().out_enter, 0u) << "three times round";
  EXPECT_EQ(test.Peek().out_leave, 0u) << "three times round";
}

// ---- Resets -------------------------------------------------------------------------------------

// A busy core with something in every register: a run in its middle, words in both FIFOs, sums on
// their way, an interrupt pending.
void MakeBusy(TestCore& test) {
  test.FillTable([](int) { return 0x21; });
  test.FillLocal({CoefficientWord({1, 2, 3, 4}), Ramp(1), Ramp(9)});
  test.Write(arch::kRegIrqEnable.offset, arch::kIrqEnableDone);
  TestProgram program =
      Once({Slots().MemaRd(0).MembRd(2), Slots().MemaRd(1), Slots().SetRw().ActLo(),
            Slots().SetRi(), Slots().Mac(), Slots().SetRb(), Slots().SetRb(),
            Slots().ActLo().MemaRd(0).MembRd(2).SetRb(), Slots().MemaWr(30), Nop(), Nop()});
  program.packet_words = 7;
  test.sink_ready = false;
  test.Load(program, {0xAAA, 0xBBB, 0xCCC});
  for (int i = 0; i < 8; ++i) test.Step();
}

void ExpectCleared(TestCore& test) {
  const arch::Probe probe = test.Peek();
  EXPECT_TRUE(In(probe, arch::State::kIdle));
  EXPECT_EQ(probe.pc + probe.pass + probe.run + probe.load_count, 0u);
  EXPECT_EQ(Word(probe.port_a), 0u);
  EXPECT_EQ(Word(probe.port_b), 0u);
  EXPECT_EQ(Word(probe.act_out), 0u);
  for (const auto value : probe.rw) EXPECT_EQ(value, 0);
  for (const auto value : probe.ri) EXPECT_EQ(value, 0);
  for (const auto value : probe.accu) EXPECT_EQ(value, 0u);
  for (const auto value : probe.stage1) EXPECT_EQ(value, 0);
  for (const auto value : probe.stage2) EXPECT_EQ(value, 0);
  for (const auto value : probe.result) EXPECT_EQ(value, 0);
  EXPECT_EQ(probe.read_a + probe.read_b, 0u);
  EXPECT_EQ(Word(probe.read_a_data), 0u);
  EXPECT_EQ(Word(probe.read_b_data), 0u);
  EXPECT_EQ(probe.packet, 0u);
  EXPECT_EQ(probe.irq_causes, 0u);
  EXPECT_EQ(probe.act_push, 0u);
  EXPECT_EQ(probe.in_level, 0u);
  EXPECT_EQ(Word(probe.in_word), 0u);
  EXPECT_EQ(probe.in_enter + probe.in_leave, 0u);
  EXPECT_EQ(probe.out_level, 0u);
  EXPECT_EQ(probe.out_enter + probe.out_leave, 0u);
  EXPECT_EQ(probe.irq, 0u);
  EXPECT_EQ(test.Read(arch::kRegStatus.offset), 0u);
  EXPECT_EQ(test.Read(arch::kRegIrq.offset), 0u);
  EXPECT_NE(test.core.InstructionWord(0), 0u);
  EXPECT_EQ(test.core.TableEntry(5), 0x21);
  EXPECT_EQ(test.core.LocalWord(1), Ramp(1));
}

TEST(ResetTest, SoftResetClearsRegistersAndKeepsSettingsAndMemories) {
  TestCore test;
  MakeBusy(test);
  arch::Probe probe = test.Peek();
  EXPECT_NE(probe.accu[0], 0u);
  EXPECT_NE(probe.stage1[0], 0);
  EXPECT_NE(probe.stage2[0], 0);
  EXPECT_EQ(Word(probe.read_a_data), CoefficientWord({1, 2, 3, 4}));
  EXPECT_EQ(Word(probe.read_b_data), Ramp(9));
  EXPECT_EQ(probe.packet, 1u);
  EXPECT_EQ(probe.irq_causes, 1u);
  EXPECT_EQ(Word(probe.in_word), 0xAAAu);
  EXPECT_EQ(probe.act_push, 1u);
  EXPECT_EQ(probe.write_a, 1u);
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlReset));
  ExpectCleared(test);
  EXPECT_EQ(test.core.LocalWord(30), 0xAAAu) << "memory writes of the cycle still happen";
  EXPECT_EQ(test.Read(arch::kRegPacketWords.offset), 7u);
  EXPECT_EQ(test.Read(arch::kRegIrqEnable.offset), arch::kIrqEnableDone);
  EXPECT_EQ(test.Peek().packet_words, 7u);
  EXPECT_EQ(test.Peek().irq_enable, 1u);
  EXPECT_EQ(test.Peek().stride, 1u);
  // The sums on their way are gone too: result stays 0 through a run without `set rb`.
  test.source.clear();
  const auto trace = test.Trace(Once({Nop(), Nop(), Nop(), Nop()}));
  EXPECT_EQ(trace.back().result[0], 0);
}

TEST(ResetTest, SoftResetInTheCycleOfRdAndSetRbLosesWordAndSums) {
  TestCore test;
  test.FillLocal({0x11, 0x22});
  test.Load(Once({Slots().MemaRd(0).MembRd(1).SetRb(), Nop()}));
  EXPECT_EQ(test.Peek().agu_write, 1u);
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlReset));
  const arch::Probe probe = test.Peek();
  EXPECT_EQ(probe.read_a + probe.read_b, 0u);
  EXPECT_EQ(Word(probe.read_a_data), 0u);
  EXPECT_EQ(Word(probe.read_b_data), 0u);
  EXPECT_EQ(probe.stage1[0], 0);
  const auto trace = test.Trace(Once({Nop(), Nop(), Nop(), Nop()}));
  EXPECT_EQ(Word(trace.back().port_a), 0u);
  EXPECT_EQ(Word(trace.back().port_b), 0u);
  EXPECT_EQ(trace.back().stage2[0], 0);
}

TEST(ResetTest, SoftResetLosesTheWordThatArrives) {
  TestCore test;
  test.source = {1, 2};
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlReset));
  EXPECT_EQ(test.source.size(), 1u);
  EXPECT_EQ(test.Peek().in_level, 0u);
}

TEST(ResetTest, SoftResetDuringLoadKeepsTheWordLoadedInItsCycle) {
  TestCore test;
  test.Configure(Once({Nop(), Nop()}));
  test.Write(arch::kRegControl.offset, arch::kControlStart | arch::kControlLoad);
  const uint64_t word = Slots().ShRi().word();
  test.source = {word};
  test.Step();
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlReset));
  EXPECT_EQ(test.core.InstructionWord(0), word);
  EXPECT_EQ(test.Peek().load_count, 0u);
}

TEST(ResetTest, PinRestoresTheSettingsToo) {
  TestCore test;
  MakeBusy(test);
  test.core.Reset();
  ExpectCleared(test);
  for (const arch::Register& reg : arch::kRegisters) {
    if (reg.access == arch::Access::kRw) {
      EXPECT_EQ(test.Read(reg.offset), arch::ResetOf(reg)) << reg.name;
    }
  }
  EXPECT_EQ(test.Peek().packet_words, 0u);
  EXPECT_EQ(test.Peek().irq_enable, 0u);
  EXPECT_EQ(test.Peek().program_size, 0u);
  EXPECT_EQ(test.Peek().stride, 1u);
}

// Both FIFOs have words, and neither begins in place 0 (unless it has no other).
void MoveBothFifos(TestCore& test) {
  test.sink_ready = true;
  TestProgram program;
  program.repeated = {Slots().ActLo()};
  program.iterations = arch::kOutputFifoWords + 1;
  test.Trace(program, {1, 2});
  for (int i = 0; i < arch::kOutputFifoWords + 1; ++i) test.Step();
  test.sink_ready = false;
  test.source.clear();
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlStart));
  test.Step();  // the fetch cycle
  test.Step();
  test.Step();
  const arch::Probe probe = test.Peek();
  EXPECT_NE(probe.in_level, 0u);
  EXPECT_EQ(probe.in_leave, 1u % arch::kInputFifoWords);
  EXPECT_NE(probe.out_level, 0u);
  EXPECT_EQ(probe.out_leave, 1u % arch::kOutputFifoWords);
}

void ExpectBothFifosBeginAgain(TestCore& test) {
  arch::Probe probe = test.Peek();
  EXPECT_EQ(probe.in_level + probe.out_level, 0u);
  EXPECT_EQ(probe.in_enter + probe.in_leave, 0u);
  EXPECT_EQ(probe.out_enter + probe.out_leave, 0u);
  test.source = {1};
  test.Step();
  probe = test.Peek();
  EXPECT_EQ(probe.in_enter, 1u % arch::kInputFifoWords);
  EXPECT_EQ(probe.in_leave, 0u) << "the first word lies in place 0";
}

TEST(ResetTest, SoftResetBringsBothFifosToPlaceZero) {
  TestCore test;
  MoveBothFifos(test);
  test.source = {1};  // lost in the cycle of the reset
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlReset));
  ExpectBothFifosBeginAgain(test);
}

TEST(ResetTest, PinBringsBothFifosToPlaceZero) {
  TestCore test;
  MoveBothFifos(test);
  test.core.Reset();
  ExpectBothFifosBeginAgain(test);
}

TEST(ResetTest, StartKeepsThePlaces) {
  TestCore test;
  LoadWriter(test, 1);
  const arch::Probe before = test.Peek();
  EXPECT_EQ(before.in_leave, 2u % arch::kInputFifoWords);
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlStart));
  EXPECT_EQ(test.Peek().in_enter, before.in_enter);
  EXPECT_EQ(test.Peek().in_leave, before.in_leave);
}

TEST(ResetTest, MemoriesOfANewModelHoldZeros) {
  TestCore test;
  for (const int address : {0, arch::kInstructionWords - 1}) {
    EXPECT_EQ(test.core.InstructionWord(address), 0u);
    EXPECT_EQ(test.core.RotatedUpdate(address, 0), 0);
    EXPECT_EQ(test.core.RotatedUpdate(address, 1), 0);
  }
  for (const int address : {0, arch::kLocalWords - 1}) EXPECT_EQ(test.core.LocalWord(address), 0u);
  for (const int entry : {0, arch::kActEntries - 1}) EXPECT_EQ(test.core.TableEntry(entry), 0);
}

// An instruction that nothing has loaded is a word of zeros: mode 0 keeps an update value of 0,
// while mode 1 would add 6.
TEST(ResetTest, InstructionOfANewModelDoesNothing) {
  TestProgram program = Once({Nop()});
  program.agu_inc = {6, 0, 0};
  TestCore test;
  test.Configure(program);
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlStart));
  test.Step();  // the fetch cycle
  const arch::Probe probe = test.Step();
  EXPECT_EQ(probe.agu_write, 1u);
  EXPECT_EQ(Word(probe.instruction), 0u);
  EXPECT_EQ(probe.agu_mema, 0u);
  EXPECT_EQ(probe.agu_memb, 0u);
  EXPECT_TRUE(In(test.Peek(), arch::State::kIdle));
}

TEST(ResetTest, SoftResetBeginsANewPacket) {
  TestProgram program;
  program.repeated = {Slots().ActLo()};
  program.iterations = 4;
  program.packet_words = 3;
  TestCore test;
  test.Load(program);
  test.Step();
  test.Step();
  test.Step();
  test.Write(arch::kRegControl.offset, arch::kControlReset);
  test.sink.clear();
  test.Trace(program);
  for (int i = 0; i < 5; ++i) test.Step();
  EXPECT_EQ(LastWords(test), (std::vector<int>{2}));
}

}  // namespace
}  // namespace nve::golden
