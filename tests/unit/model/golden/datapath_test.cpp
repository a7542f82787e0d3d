// SPDX-License-Identifier: Apache-2.0
// Latencies and simultaneous events of ports, sums and activation output in the whole machine
// (docs/isa.md, sections 2, 5 and 6). Entry t of a trace is the cycle that executes instruction t.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/model/golden/test_core.hpp"

namespace nve::golden {
namespace {

TEST(PortTest, OutputShowsTheWordTwoCyclesAfterRd) {
  TestCore test;
  test.FillLocal({0x11, 0x22, 0x33});
  const auto trace = test.Trace(Once({Slots().MemaRd(1).MembRd(2), Nop(), Nop(), Nop()}));
  EXPECT_EQ(Word(trace[0].port_a), 0u);
  EXPECT_EQ(Word(trace[1].port_a), 0u);
  EXPECT_EQ(Word(trace[2].port_a), 0x22u);
  EXPECT_EQ(Word(trace[1].port_b), 0u);
  EXPECT_EQ(Word(trace[2].port_b), 0x33u);
}

TEST(PortTest, OutputHoldsUntilTwoCyclesAfterTheNextRd) {
  TestCore test;
  test.FillLocal({0x11, 0x22});
  const auto trace =
      test.Trace(Once({Slots().MemaRd(0), Nop(), Nop(), Slots().MemaRd(1), Nop(), Nop(), Nop()}));
  for (int t = 2; t <= 4; ++t) EXPECT_EQ(Word(trace[t].port_a), 0x11u) << t;
  EXPECT_EQ(Word(trace[5].port_a), 0x22u);
  EXPECT_EQ(Word(trace[6].port_a), 0x22u);
}

TEST(PortTest, ReadsInSuccessiveCyclesArriveInSuccessiveCycles) {
  TestCore test;
  test.FillLocal({0x11, 0x22, 0x33});
  const auto trace =
      test.Trace(Once({Slots().MembRd(0), Slots().MembRd(1), Slots().MembRd(2), Nop(), Nop()}));
  EXPECT_EQ(Word(trace[2].port_b), 0x11u);
  EXPECT_EQ(Word(trace[3].port_b), 0x22u);
  EXPECT_EQ(Word(trace[4].port_b), 0x33u);
}

TEST(PortTest, WrDoesNotChangeTheOutput) {
  TestCore test;
  test.FillLocal({0x11});
  const auto trace = test.Trace(
      Once({Slots().MemaRd(0).MembRd(0), Slots().MemaWr(5).MembWr(6), Nop(), Nop(), Nop()}),
      {0x99});
  for (int t = 2; t <= 4; ++t) {
    EXPECT_EQ(Word(trace[t].port_a), 0x11u) << t;
    EXPECT_EQ(Word(trace[t].port_b), 0x11u) << t;
  }
}

TEST(PortTest, SetTakesThePortTwoCyclesAfterRdAndNotEarlier) {
  TestCore test;
  test.FillLocal({CoefficientWord({1, -2, 3, -4})});
  const auto trace = test.Trace(Once({Slots().MemaRd(0), Slots().SetRw(), Slots().SetRw(), Nop()}));
  EXPECT_EQ(trace[2].rw[0], 0);
  EXPECT_EQ(trace[3].rw[0], 1);
  EXPECT_EQ(static_cast<int16_t>(trace[3].rw[1]), -2);
  EXPECT_EQ(trace[3].rw[2], 3);
  EXPECT_EQ(static_cast<int16_t>(trace[3].rw[3]), -4);
}

// Whether a read is on its way to the port's output, and the word.
struct Reading {
  uint32_t on_its_way;
  uint64_t word;
  bool operator==(const Reading&) const = default;
};

void PrintTo(const Reading& reading, std::ostream* os) {
  *os << reading.on_its_way << " word " << reading.word;
}

Reading ReadingA(const arch::Probe& probe) { return {probe.read_a, Word(probe.read_a_data)}; }
Reading ReadingB(const arch::Probe& probe) { return {probe.read_b, Word(probe.read_b_data)}; }

constexpr Reading kNoReading{0, 0};

TEST(ReadingTest, IsShownForTheCycleBetweenRdAndOutput) {
  TestCore test;
  test.FillLocal({0x11, 0x22, 0x33});
  const auto trace = test.Trace(Once(
      {Slots().MemaRd(1).MembRd(2), Nop(), Slots().MemaRd(0), Slots().MemaRd(1), Nop(), Nop()}));
  const Reading expected_a[] = {kNoReading, {1, 0x22},  kNoReading, {1, 0x11},
                                {1, 0x22},  kNoReading, kNoReading};
  for (int t = 0; t < 7; ++t) {
    EXPECT_EQ(ReadingA(trace[t]), expected_a[t]) << t;
    EXPECT_EQ(ReadingB(trace[t]), t == 1 ? (Reading{1, 0x33}) : kNoReading) << t;
  }
}

TEST(ReadingTest, WordOfZerosIsAReadingToo) {
  TestCore test;
  test.FillLocal({0x11, 0});
  const auto trace = test.Trace(Once({Slots().MembRd(0), Slots().MembRd(1), Nop(), Nop()}));
  EXPECT_EQ(ReadingB(trace[1]), (Reading{1, 0x11}));
  EXPECT_EQ(ReadingB(trace[2]), (Reading{1, 0}));
  EXPECT_EQ(Word(trace[2].port_b), 0x11u);
  EXPECT_EQ(ReadingB(trace[3]), kNoReading);
  EXPECT_EQ(Word(trace[3].port_b), 0u);
}

TEST(ReadingTest, WrIsNone) {
  TestCore test;
  const auto trace = test.Trace(Once({Slots().MemaWr(0).MembWr(1), Nop()}), {0x77});
  EXPECT_EQ(ReadingA(trace[1]), kNoReading);
  EXPECT_EQ(ReadingB(trace[1]), kNoReading);
}

TEST(ReadingTest, StaysThroughAStallAndOneOfTheStalledInstructionComesBehindIt) {
  TestCore test;
  test.FillLocal({0x11, 0x22});
  test.Load(Once({Slots().MemaRd(0), Slots().MemaWr(9).MembRd(1), Nop(), Nop()}));
  EXPECT_EQ(ReadingA(test.Step()), kNoReading);
  const auto expect_waiting = [&](arch::Stall stall) {
    const arch::Probe probe = test.Step();
    EXPECT_TRUE(Stalled(probe, stall));
    EXPECT_EQ(ReadingA(probe), (Reading{1, 0x11}));
    EXPECT_EQ(ReadingB(probe), kNoReading);
    EXPECT_EQ(Word(probe.port_a), 0u);
  };
  for (int stalled = 0; stalled < 4; ++stalled) expect_waiting(arch::Stall::kInput);
  test.source.push_back(1);
  expect_waiting(arch::Stall::kInput);  // the word enters
  expect_waiting(arch::Stall::kNone);   // the instruction advances
  const arch::Probe probe = test.Step();
  EXPECT_EQ(ReadingA(probe), kNoReading);
  EXPECT_EQ(ReadingB(probe), (Reading{1, 0x22}));
  EXPECT_EQ(Word(probe.port_a), 0x11u);
}

TEST(ReadingTest, OfTheLastInstructionWaitsForTheNextStart) {
  TestCore test;
  test.FillLocal({0x11});
  test.Trace(Once({Nop(), Slots().MemaRd(0)}));
  for (int idle = 0; idle < 3; ++idle) EXPECT_EQ(ReadingA(test.Step()), (Reading{1, 0x11}));
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlStart));
  EXPECT_EQ(ReadingA(test.Step()), (Reading{1, 0x11}));  // the fetch cycle
  arch::Probe probe = test.Step();                       // the first instruction
  EXPECT_EQ(ReadingA(probe), (Reading{1, 0x11}));
  EXPECT_EQ(Word(probe.port_a), 0u);
  probe = test.Step();
  EXPECT_EQ(ReadingA(probe), kNoReading);
  EXPECT_EQ(Word(probe.port_a), 0x11u);
}

TEST(LocalBufferTest, ReadOneCycleAfterTheWriteReturnsTheNewWord) {
  TestCore test;
  test.FillLocal({0x11});
  const auto trace = test.Trace(Once({Slots().MemaWr(0), Slots().MembRd(0), Nop(), Nop()}), {0x77});
  EXPECT_EQ(Word(trace[3].port_b), 0x77u);
}

TEST(LocalBufferTest, ReadInTheCycleOfTheWriteReturnsTheOldWord) {
  TestCore test;
  test.FillLocal({0x11});
  const auto trace = test.Trace(Once({Slots().MemaWr(0).MembRd(0), Nop(), Nop()}), {0x77});
  EXPECT_EQ(ReadingB(trace[1]), (Reading{1, 0x11}));
  EXPECT_EQ(Word(trace[2].port_b), 0x11u);
  EXPECT_EQ(test.core.LocalWord(0), 0x77u);
}

TEST(LocalBufferTest, ReadThroughAInTheCycleOfAWriteThroughBReturnsTheOldWord) {
  TestCore test;
  test.FillTable([](int) { return 0x5A; });
  test.FillLocal({0x11});
  const auto trace =
      test.Trace(Once({Slots().ActLoHold(), Slots().MemaRd(0).MembWr(0), Nop(), Nop()}));
  EXPECT_EQ(Word(trace[3].port_a), 0x11u);
  EXPECT_EQ(test.core.LocalWord(0), 0x5A5A'5A5A'5A5A'5A5Au);
}

TEST(LocalBufferTest, PortAWinsWhenBothWriteTheSameWord) {
  TestCore test;
  test.FillTable([](int) { return 0x5A; });
  const auto trace =
      test.Trace(Once({Slots().ActLoHold(), Slots().MemaWr(3).MembWr(3), Nop()}), {0x77});
  EXPECT_EQ(trace[1].write_a, 1u);
  EXPECT_EQ(trace[1].write_b, 1u);
  EXPECT_EQ(trace[1].write_a_address, 3u);
  EXPECT_EQ(trace[1].write_b_address, 3u);
  EXPECT_EQ(Word(trace[1].write_a_data), 0x77u);
  EXPECT_EQ(Word(trace[1].write_b_data), 0x5A5A'5A5A'5A5A'5A5Au);
  EXPECT_EQ(test.core.LocalWord(3), 0x77u);
  EXPECT_EQ(trace[2].write_a, 0u);
  EXPECT_EQ(Word(trace[2].write_a_data), 0u);
}

TEST(LocalBufferTest, AddressWrapsAtTheEndOfTheBuffer) {
  TestCore test;
  const auto trace = test.Trace(
      Once({Slots().MemaWr(arch::kLocalWords - 1, 2), Slots().MembRd(1), Nop(), Nop()}), {0x42});
  EXPECT_EQ(trace[0].write_a_address, 1u);
  EXPECT_EQ(Word(trace[3].port_b), 0x42u);
}

TEST(SlotsTest, AllSlotsUseTheValuesOfTheCycle) {
  TestCore test;
  test.FillTable([](int i) { return static_cast<uint8_t>(i); });
  test.FillLocal({CoefficientWord({5, 6, 7, 8}), Ramp(10), Ramp(18), Ramp(100)});
  const auto trace = test.Trace(Once({
      Slots().MemaRd(0),
      Slots().MemaRd(1).MembRd(2),
      Slots().SetRw(),
      Slots().SetRi().MembRd(3),
      // Everything at once: mac with 5 and 10 + l although rw and ri shift in the same cycle.
      Slots().Mac().ShRw().ShRi(),
      // Now 6, and ri[l] = 11 + l except the last lane.
      Slots().Mac().SetshRi().ShRw(),
      Nop(),
  }));
  EXPECT_EQ(trace[4].rw[0], 5);
  EXPECT_EQ(trace[4].ri[0], 10);
  EXPECT_EQ(trace[5].accu[0], 50u);
  EXPECT_EQ(trace[5].accu[15], 125u);
  EXPECT_EQ(trace[5].ri[0], 11);
  EXPECT_EQ(trace[6].accu[0], 50u + 66u);
  EXPECT_EQ(trace[6].accu[14], 5u * 24 + 6u * 25);
  EXPECT_EQ(trace[6].ri[0], 12);
  EXPECT_EQ(trace[6].ri[15], 100);
  EXPECT_EQ(trace[6].ri[22], 107);
  EXPECT_EQ(trace[6].rw[0], 7);
}

// rw = 100, 200, 300, 0; each `set rb` hands over the bias that the one before has loaded.
std::vector<Slots> ThreeBiases() {
  return {Slots().MemaRd(0),      Nop(),          Slots().SetRw(), Slots().SetRb().ShRw(),
          Slots().SetRb().ShRw(), Slots().SetRb()};
}

TEST(ResultTest, ThreeCyclesAfterSetRbAndSuccessiveOnesStaySeparate) {
  TestCore test;
  test.FillLocal({CoefficientWord({100, 200, 300, 0})});
  std::vector<Slots> program = ThreeBiases();
  program.resize(12);
  const auto trace = test.Trace(Once(program));
  for (int lane = 0; lane < arch::kLanes; ++lane) {
    EXPECT_EQ(trace[4].accu[lane], 100u);
    EXPECT_EQ(trace[5].accu[lane], 200u);
    EXPECT_EQ(trace[6].accu[lane], 300u);
    EXPECT_EQ(trace[5].result[lane], 0);
    EXPECT_EQ(trace[6].result[lane], 512);
    EXPECT_EQ(trace[7].result[lane], 612);
    for (int t = 8; t < 12; ++t) EXPECT_EQ(trace[t].result[lane], 712);
  }
}

TEST(ResultTest, StagesShowTheSumsOnTheirWay) {
  TestCore test;
  test.FillLocal({CoefficientWord({100, 200, 300, 0})});
  std::vector<Slots> program = ThreeBiases();
  program.resize(10);
  const auto trace = test.Trace(Once(program));
  constexpr int kFirst[] = {0, 0, 0, 0, 512, 612, 712, 0, 0, 0};
  constexpr int kSecond[] = {0, 0, 0, 0, 0, 512, 612, 712, 712, 712};
  for (int t = 0; t < 10; ++t) {
    for (int lane = 0; lane < arch::kLanes; ++lane) {
      EXPECT_EQ(trace[t].stage1[lane], kFirst[t]) << t;
      EXPECT_EQ(trace[t].stage2[lane], kSecond[t]) << t;
    }
  }
}

TEST(ResultTest, StagesHoldInAStallThatTheNextSetRbWaitsFor) {
  TestCore test;
  test.FillLocal({CoefficientWord({100, 200, 300, 0})});
  std::vector<Slots> program = ThreeBiases();
  program[5].MemaWr(9);
  program.resize(9);
  test.Load(Once(program));
  for (int t = 0; t < 5; ++t) test.Step();
  const auto expect_next = [&](int stage1, int stage2, int result) {
    const arch::Probe probe = test.Step();
    EXPECT_EQ(probe.stage1_set, stage1 == 0 ? 0u : 1u);
    EXPECT_EQ(probe.stage1[7], stage1);
    EXPECT_EQ(probe.stage2[7], stage2);
    EXPECT_EQ(probe.result[7], result);
  };
  for (int stalled = 0; stalled < 4; ++stalled) expect_next(612, 512, 0);
  test.source.push_back(1);
  expect_next(612, 512, 0);  // the word enters
  expect_next(612, 512, 0);  // cycle 5 advances
  expect_next(712, 612, 512);
  expect_next(0, 712, 612);
  expect_next(0, 712, 712);
}

TEST(ResultTest, SumsOfTheLastInstructionWaitForTheNextStart) {
  TestCore test;
  test.Trace(Once({Nop(), Slots().SetRb()}));
  for (int idle = 0; idle < 3; ++idle) EXPECT_EQ(test.Step().stage1[0], 512);
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlStart));
  EXPECT_EQ(test.Step().stage1[0], 512);  // the fetch cycle
  arch::Probe probe = test.Step();        // the first instruction
  EXPECT_EQ(probe.stage1[0], 512);
  EXPECT_EQ(probe.stage2[0], 0);
  probe = test.Step();
  EXPECT_EQ(probe.stage1[0], 0);
  EXPECT_EQ(probe.stage2[0], 512);
}

TEST(ResultTest, ActReadsTheSumsThreeCyclesAfterTheirSetRbAndTwoAfterTheNext) {
  TestCore test;
  test.FillTable([](int i) { return static_cast<uint8_t>(i / 4); });
  test.FillLocal({CoefficientWord({100, 200, 300, 0})});
  // `set rb` in cycle 4 hands over 100, in cycle 5 hands over 200.
  std::vector<Slots> program = ThreeBiases();
  program.push_back(Slots().ActLoHold());  // 6: two after the next `set rb`: sums of cycle 3
  program.push_back(Slots().ActHiHold());  // 7: three after cycle 4, two after cycle 5
  program.push_back(Slots().ActLoHold());  // 8: three after cycle 5
  program.push_back(Nop());
  const auto trace = test.Trace(Once(program));
  EXPECT_EQ(Word(trace[7].act_out), 0x8080'8080'8080'8080u);  // 512 / 4
  EXPECT_EQ(Word(trace[8].act_out), 0x9999'9999'9999'9999u);  // 612 / 4
  EXPECT_EQ(Word(trace[9].act_out), 0xB2B2'B2B2'B2B2'B2B2u);  // 712 / 4
}

TEST(ResultTest, StallHoldsTheSumsOnTheirWay) {
  TestCore test;
  test.FillLocal({CoefficientWord({100, 0, 0, 0})});
  test.Load(Once({Slots().MemaRd(0), Nop(), Slots().SetRw(), Slots().SetRb(), Slots().SetRb(),
                  Nop(), Slots().MemaWr(9), Nop(), Nop()}));
  for (int t = 0; t < 6; ++t) test.Step();
  for (int stalled = 0; stalled < 5; ++stalled) {
    const arch::Probe probe = test.Step();
    EXPECT_TRUE(Stalled(probe, arch::Stall::kInput));
    EXPECT_EQ(probe.result[0], 512);
  }
  test.source.push_back(1);
  EXPECT_TRUE(Stalled(test.Step(), arch::Stall::kInput));  // the word enters
  EXPECT_EQ(test.Step().result[0], 512);                   // cycle 6 advances
  EXPECT_EQ(test.Step().result[0], 612);
}

TEST(ResultTest, ShiftsOfTheSettingsApply) {
  TestCore test;
  test.FillLocal({CoefficientWord({-5, 0, 0, 0})});
  TestProgram program = Once({Slots().MemaRd(0), Nop(), Slots().SetRw(), Slots().SetRb(),
                              Slots().SetRb(), Nop(), Nop(), Nop()});
  program.bias_shift = 6;
  program.act_shift = 7;
  const auto trace = test.Trace(program);
  EXPECT_EQ(static_cast<int32_t>(trace[4].accu[3]), -320);
  EXPECT_EQ(trace[7].result[3], 510);  // -2.5 rounds to -2
}

TEST(ActOutputTest, HoldKeepsTheWordInsideForPortB) {
  TestCore test;
  test.FillTable([](int) { return 0x11; });
  const auto trace = test.Trace(Once({Slots().ActLoHold(), Slots().MembWr(8), Nop(), Nop()}));
  for (const arch::Probe& probe : trace) EXPECT_EQ(probe.act_push, 0u);
  EXPECT_EQ(test.core.LocalWord(8), 0x1111'1111'1111'1111u);
  EXPECT_TRUE(test.sink.empty());
}

TEST(ActOutputTest, WrInTheCycleOfActWritesTheOldWord) {
  TestCore test;
  test.FillTable([](int) { return 0x11; });
  const auto trace = test.Trace(Once({Slots().ActLoHold().MembWr(8), Slots().MembWr(9), Nop()}));
  EXPECT_EQ(trace[0].write_b, 1u);
  EXPECT_EQ(Word(trace[0].write_b_data), 0u);
  EXPECT_EQ(test.core.LocalWord(8), 0u);
  EXPECT_EQ(test.core.LocalWord(9), 0x1111'1111'1111'1111u);
}

TEST(ActOutputTest, StreamWordEntersInTheNextCycle) {
  TestCore test;
  test.FillTable([](int) { return 0x11; });
  const auto trace = test.Trace(Once({Slots().ActLo(), Nop(), Nop(), Nop()}));
  EXPECT_EQ(trace[0].act_push, 0u);
  EXPECT_EQ(trace[1].act_push, 1u);
  EXPECT_EQ(trace[1].out_level, 0u);
  EXPECT_EQ(trace[2].act_push, 0u);
  EXPECT_EQ(trace[2].out_level, 1u);
  EXPECT_EQ(trace[2].m_tvalid, 1u);
  EXPECT_EQ(Word(trace[2].m_tdata), 0x1111'1111'1111'1111u);
  EXPECT_EQ(trace[3].m_tvalid, 0u);
  EXPECT_EQ(Word(trace[3].m_tdata), 0u);
}

TEST(StrideTest, Stride2ProgramLoadsTwoVectorsAndOneWord) {
  if (arch::kMaxStride < 2) GTEST_SKIP() << "no stride 2; split_test.cpp has its counterpart";
  TestCore test;
  test.FillLocal({CoefficientWord({1, 0, 0, 0}), Ramp(0), Ramp(8), Ramp(16), Ramp(24), Ramp(32)});
  TestProgram program = Once({
      Slots().MemaRd(0),
      Slots().MemaRd(1).MembRd(2),
      Slots().MemaRd(3).MembRd(4).SetRw(),
      Slots().MembRd(5).SetRi(),
      Slots().SetRi(),
      Slots().SetshRi().Mac(),
      Slots().ShRi().Mac(),
      Nop(),
  });
  program.stride = 2;
  const auto trace = test.Trace(program);
  for (int k = 0; k < 2 * arch::kLanes; ++k) EXPECT_EQ(trace[5].ri[k], k);
  for (int k = 0; k < arch::kRiEntries; ++k) EXPECT_EQ(trace[6].ri[k], k + 1);
  for (int k = 0; k < arch::kRiEntries - 1; ++k) EXPECT_EQ(trace[7].ri[k], k + 2);
  EXPECT_EQ(trace[7].ri[arch::kRiEntries - 1], 0);
  for (uint32_t lane = 0; lane < arch::kLanes; ++lane) {
    EXPECT_EQ(trace[6].accu[lane], 2 * lane);
    EXPECT_EQ(trace[7].accu[lane], 2 * lane + 2 * lane + 1);
  }
}

// docs/isa.md, section 13: word and data of a write are 0 in cycles without one.
TEST(ProbeTest, ShowsWordAndDataOfWritesOnly) {
  TestCore test;
  test.FillTable([](int) { return 0x21; });
  const auto trace = test.Trace(
      Once({Slots().MemaWr(5), Slots().ActLo(), Slots().MembWr(9), Slots().MemaRd(7).MembRd(8)}),
      {0xABC});
  ASSERT_EQ(trace.size(), 5u);
  for (size_t t = 0; t < trace.size(); ++t) {
    const arch::Probe& probe = trace[t];
    EXPECT_EQ(probe.write_a, t == 0 ? 1u : 0u) << t;
    EXPECT_EQ(probe.write_a_address, t == 0 ? 5u : 0u) << t;
    EXPECT_EQ(Word(probe.write_a_data), t == 0 ? 0xABCu : 0u) << t;
    EXPECT_EQ(probe.write_b, t == 2 ? 1u : 0u) << t;
    EXPECT_EQ(probe.write_b_address, t == 2 ? 9u : 0u) << t;
    EXPECT_EQ(Word(probe.write_b_data), t == 2 ? 0x2121212121212121u : 0u) << t;
  }
}

TEST(UnnamedCodeTest, ExecutesAsNoOperation) {
  TestCore test;
  const auto trace = test.Trace(Once({Slots()
                                          .Put(arch::kMemaOp, 3)
                                          .Put(arch::kMembOp, 3)
                                          .Put(arch::kWregOp, 3)
                                          .Put(arch::kIregOp, 7)
                                          .Put(arch::kVmacOp, 3)
                                          .Put(arch::kActTo, 1),
                                      Nop()}));
  ASSERT_EQ(trace.size(), 3u);
  EXPECT_EQ(trace[0].agu_write, 1u);
  EXPECT_EQ(trace[0].write_a + trace[0].write_b, 0u);
  EXPECT_EQ(trace[1].act_push, 0u);
}

}  // namespace
}  // namespace nve::golden
