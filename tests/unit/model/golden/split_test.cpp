// SPDX-License-Identifier: Apache-2.0
// Column separation in the whole machine (docs/isa.md, sections 6 and 8): `wr even`, `wr odd`,
// `wr both` and `setsh ri hi` of split machines, and what the same codes do in the others. Entry t
// of a trace is the cycle that executes instruction t.
#include <gtest/gtest.h>

#include "tests/unit/model/golden/test_core.hpp"

namespace nve::golden {
namespace {

using arch::Stall;
using arch::WrPart;

class SplitTest : public testing::Test {
 protected:
  void SetUp() override {
    if (arch::kSplit == 0) GTEST_SKIP() << "no column separation";
  }
  TestCore test;
};

class PlainTest : public testing::Test {
 protected:
  void SetUp() override {
    if (arch::kSplit != 0) GTEST_SKIP() << "split machine";
  }
  TestCore test;
};

Slots WrPartAt(WrPart part, int offset) {
  return Slots().MemaWr(offset).Put(arch::kMemaPart, static_cast<int>(part));
}

Slots SetshRiHi() { return Slots().Put(arch::kIregOp, static_cast<int>(arch::IregOp::kSetshHi)); }

// A column of 40 pixels 0 to 39.
std::vector<uint64_t> Column() { return {Ramp(0), Ramp(8), Ramp(16), Ramp(24), Ramp(32)}; }

// Writes it to words 0 to 4.
TestProgram ColumnProgram() {
  return Once({WrPartAt(WrPart::kEven, 0), WrPartAt(WrPart::kOdd, 1), WrPartAt(WrPart::kEven, 2),
               WrPartAt(WrPart::kOdd, 3), WrPartAt(WrPart::kBoth, 4), Nop()});
}

TEST_F(SplitTest, ColumnIsSeparated) {
  const auto trace = test.Trace(ColumnProgram(), Column());
  EXPECT_EQ(test.core.LocalWord(0), PixelWord({0, 2, 4, 6, 8, 10, 12, 14}));
  EXPECT_EQ(test.core.LocalWord(1), PixelWord({1, 3, 5, 7, 9, 11, 13, 15}));
  EXPECT_EQ(test.core.LocalWord(2), PixelWord({16, 18, 20, 22, 24, 26, 28, 30}));
  EXPECT_EQ(test.core.LocalWord(3), PixelWord({17, 19, 21, 23, 25, 27, 29, 31}));
  EXPECT_EQ(test.core.LocalWord(4), PixelWord({32, 34, 36, 38, 33, 35, 37, 39}));
  // Every `wr` takes one word.
  EXPECT_EQ(trace.back().in_level, 0u);
  EXPECT_TRUE(test.source.empty());
}

TEST_F(SplitTest, ProbeShowsTheWordWrittenAndTheOddPixelsKept) {
  test.Load(ColumnProgram());
  const std::vector<uint64_t> column = Column();
  test.source.assign(column.begin(), column.end());
  const auto trace = test.RunToIdle();
  std::vector<arch::Probe> writes;
  for (const arch::Probe& probe : trace) {
    if (probe.write_a != 0) writes.push_back(probe);
  }
  ASSERT_EQ(writes.size(), 5u);
  EXPECT_EQ(Word(writes[0].write_a_data), PixelWord({0, 2, 4, 6, 8, 10, 12, 14}));
  EXPECT_EQ(Word(writes[1].write_a_data), PixelWord({1, 3, 5, 7, 9, 11, 13, 15}));
  EXPECT_EQ(Word(writes[4].write_a_data), PixelWord({32, 34, 36, 38, 33, 35, 37, 39}));
  EXPECT_EQ(writes[0].odd, 0u);
  EXPECT_EQ(writes[1].odd, 0x0705'0301u);
  EXPECT_EQ(writes[2].odd, 0x0705'0301u) << "`wr odd` holds";
  EXPECT_EQ(writes[3].odd, 0x1715'1311u);
  EXPECT_EQ(writes[4].odd, 0x1715'1311u);
  EXPECT_EQ(trace.back().odd, 0x1715'1311u) << "`wr both` holds";
}

TEST_F(SplitTest, OddPixelsWaitThroughOtherOperations) {
  test.Trace(Once({WrPartAt(WrPart::kEven, 0), Slots().MemaRd(0), Slots().MemaWr(2),
                   WrPartAt(WrPart::kBoth, 3), Nop(), WrPartAt(WrPart::kOdd, 1)}),
             {Ramp(0), Ramp(8), Ramp(16), Ramp(24)});
  EXPECT_EQ(test.core.LocalWord(2), Ramp(8));
  EXPECT_EQ(test.core.LocalWord(3), PixelWord({16, 18, 20, 22, 17, 19, 21, 23}));
  EXPECT_EQ(test.core.LocalWord(1), PixelWord({1, 3, 5, 7, 25, 27, 29, 31}));
}

TEST_F(SplitTest, OddPixelsWaitForTheNextRun) {
  TestProgram program = Once({WrPartAt(WrPart::kOdd, 1), WrPartAt(WrPart::kEven, 0)});
  program.runs = 2;
  test.Trace(program, {Ramp(0), Ramp(8), Ramp(16), Ramp(24), Ramp(32)});
  EXPECT_EQ(test.core.LocalWord(1), PixelWord({9, 11, 13, 15, 17, 19, 21, 23}));
}

TEST_F(SplitTest, PartWithoutWrDoesNothing) {
  test.FillLocal({0x11, 0x22});
  const int even = static_cast<int>(WrPart::kEven);
  const auto trace = test.Trace(Once({Slots().MemaRd(1).Put(arch::kMemaPart, even),
                                      Slots().Put(arch::kMemaPart, even), Nop(), Nop()}));
  ASSERT_EQ(trace.size(), 5u) << "no stall";
  EXPECT_EQ(Word(trace[2].port_a), 0x22u);
  EXPECT_EQ(trace[0].write_a + trace[1].write_a, 0u);
  EXPECT_EQ(trace.back().odd, 0u);
}

TEST_F(SplitTest, WrEvenStallsUntilTheNextWordHasCome) {
  test.Load(Once({WrPartAt(WrPart::kEven, 5), Nop()}));
  EXPECT_TRUE(Stalled(test.Step(), Stall::kInput));
  test.source.push_back(Ramp(0));
  EXPECT_TRUE(Stalled(test.Step(), Stall::kInput));  // the word enters
  for (int i = 0; i < 3; ++i) {
    const arch::Probe probe = test.Step();
    EXPECT_TRUE(Stalled(probe, Stall::kInput));
    EXPECT_EQ(probe.in_level, 1u);
    EXPECT_EQ(probe.write_a, 0u);
    EXPECT_EQ(probe.agu_write, 0u);
    EXPECT_EQ(probe.odd, 0u);
  }
  EXPECT_EQ(test.Read(arch::kRegStatus.offset) >> arch::kStatusStallLsb & 3,
            static_cast<uint32_t>(Stall::kInput));
  test.source.push_back(Ramp(8));
  EXPECT_TRUE(Stalled(test.Step(), Stall::kInput));  // N enters
  const arch::Probe probe = test.Step();
  EXPECT_TRUE(Stalled(probe, Stall::kNone));
  EXPECT_EQ(probe.in_level, 2u);
  EXPECT_EQ(probe.write_a, 1u);
  EXPECT_EQ(probe.write_a_address, 5u);
  const arch::Probe next = test.Step();
  EXPECT_EQ(next.in_level, 1u) << "N stays";
  EXPECT_EQ(next.odd, 0x0705'0301u);
}

TEST_F(SplitTest, OtherPartsNeedOneWord) {
  for (const WrPart part : {WrPart::kPlain, WrPart::kOdd, WrPart::kBoth}) {
    test.Load(Once({WrPartAt(part, 0), Nop()}));
    EXPECT_TRUE(Stalled(test.Step(), Stall::kInput));
    test.source.push_back(Ramp(0));
    EXPECT_TRUE(Stalled(test.Step(), Stall::kInput));
    const arch::Probe probe = test.Step();
    EXPECT_TRUE(Stalled(probe, Stall::kNone)) << static_cast<int>(part);
    EXPECT_EQ(probe.in_level, 1u);
    EXPECT_EQ(probe.write_a, 1u);
    test.RunToIdle();
  }
}

TEST_F(SplitTest, InputStallOfWrEvenComesBeforeOutput) {
  test.sink_ready = false;
  TestProgram program;
  program.repeated = {Slots().ActLo()};
  program.iterations = arch::kOutputFifoWords;
  program.final = {WrPartAt(WrPart::kEven, 0).ActLo()};
  test.Load(program, {Ramp(0)});
  for (int t = 0; t < arch::kOutputFifoWords; ++t) test.Step();
  EXPECT_TRUE(Stalled(test.Step(), Stall::kInput));
  test.source.push_back(Ramp(8));
  test.Step();
  for (int i = 0; i < 3; ++i) {
    const arch::Probe probe = test.Step();
    EXPECT_TRUE(Stalled(probe, Stall::kOutput));
    EXPECT_EQ(probe.in_level, 2u);
    EXPECT_EQ(probe.write_a, 0u);
    EXPECT_EQ(probe.odd, 0u) << "odd holds while the machine stalls";
  }
}

// Pass 0 writes, passes 1 to 3 are suppressed.
TEST_F(SplitTest, SuppressedWrEvenTakesNothingAndHoldsOdd) {
  TestProgram program;
  program.repeated = {WrPartAt(WrPart::kEven, 0)};
  program.extra = 3;
  const auto trace = test.Trace(program, {Ramp(0), Ramp(8)});
  ASSERT_EQ(trace.size(), 5u) << "no stall with one word left";
  for (int t = 1; t <= 3; ++t) {
    EXPECT_EQ(trace[t].write_a, 0u) << t;
    EXPECT_EQ(trace[t].in_level, 1u) << t;
    EXPECT_EQ(trace[t].odd, 0x0705'0301u) << t;
  }
  EXPECT_EQ(test.core.LocalWord(0), PixelWord({0, 2, 4, 6, 8, 10, 12, 14}));
}

// Twice around the FIFO, whatever its depth: W and N lie on both sides of its end.
TEST_F(SplitTest, PairsOfWordsAreFoundAroundTheEndOfTheFifo) {
  constexpr int kPairs = arch::kInputFifoWords + 1;
  TestProgram program;
  program.initial = {Slots().MemaWr(0)};
  std::vector<uint64_t> words = {0};
  for (int pair = 0; pair < kPairs; ++pair) {
    program.initial.push_back(WrPartAt(WrPart::kEven, 2 * pair + 1));
    program.initial.push_back(WrPartAt(WrPart::kOdd, 2 * pair + 2));
    words.push_back(Ramp(2 * pair));
    words.push_back(Ramp(2 * pair + 100));
  }
  program.repeated = {Nop()};
  test.Trace(program, words);
  for (int pair = 0; pair < kPairs; ++pair) {
    const int w = 2 * pair;
    const int n = w + 100;
    EXPECT_EQ(test.core.LocalWord(2 * pair + 1),
              PixelWord({w, w + 2, w + 4, w + 6, n, n + 2, n + 4, n + 6}))
        << pair;
    EXPECT_EQ(test.core.LocalWord(2 * pair + 2),
              PixelWord({w + 1, w + 3, w + 5, w + 7, n + 1, n + 3, n + 5, n + 7}))
        << pair;
  }
}

// `setsh ri` before it fills ri[15-22], of which four entries must become 0.
TEST_F(SplitTest, SetshHiTakesTheUpperHalfOfPortB) {
  test.FillLocal({CoefficientWord({3, 0, 0, 0}), Ramp(0), Ramp(8), Ramp(60), Ramp(100)});
  const auto trace =
      test.Trace(Once({Slots().MemaRd(0), Slots().MemaRd(1).MembRd(2), Slots().SetRw().MembRd(3),
                       Slots().SetRi().MembRd(4), Slots().SetshRi(), SetshRiHi().Mac(),
                       Slots().ShRi().Mac(), Nop()}));
  for (int k = 0; k < 8; ++k) EXPECT_EQ(trace[5].ri[15 + k], 60 + k) << k;
  for (int k = 0; k < 14; ++k) EXPECT_EQ(trace[6].ri[k], k + 2) << k;
  EXPECT_EQ(trace[6].ri[14], 60);
  for (int k = 0; k < 4; ++k) EXPECT_EQ(trace[6].ri[15 + k], 104 + k) << k;
  for (int k = 19; k < 23; ++k) EXPECT_EQ(trace[6].ri[k], 0) << k;
  EXPECT_EQ(trace[6].accu[15], 3u * 60) << "`mac` sees the vector before the shift";
  EXPECT_EQ(trace[7].accu[15], 3u * (60 + 104));
  EXPECT_EQ(trace[7].ri[14], 104);
  EXPECT_EQ(trace[7].ri[18], 0);
}

// What a machine with STRIDE = 2 does with every second entry of ri: lane l sees pixel 2 l + row,
// down to the last pixel of the column.
TEST_F(SplitTest, SeparatedColumnGivesTheLanesEverySecondPixel) {
  test.FillLocal({0, 0, 0, 0, 0, CoefficientWord({1, 0, 0, 0})});
  test.Trace(ColumnProgram(), Column());
  const auto trace = test.Trace(Once(
      {Slots().MemaRd(5), Slots().MemaRd(0).MembRd(2), Slots().MembRd(4).SetRw(), Slots().SetRi(),
       Slots().SetshRi().Mac(), Slots().ShRi().Mac(), Slots().MemaRd(1).MembRd(3).ShRi().Mac(),
       Slots().MembRd(4).ShRi().Mac(), Slots().SetRi().Mac(), SetshRiHi().Mac(),
       Slots().ShRi().Mac(), Slots().ShRi().Mac(), Slots().ShRi().Mac(), Slots().Mac(), Nop()}));
  const std::vector<int> rows = {0, 2, 4, 6, 8, 1, 3, 5, 7, 9};
  for (size_t i = 0; i < rows.size(); ++i) {
    for (int lane = 0; lane < arch::kLanes; ++lane) {
      EXPECT_EQ(trace[4 + i].ri[lane], 2 * lane + rows[i]) << "row " << rows[i];
    }
  }
  // The ten rows of lane l: 10 * 2 l + (0 + ... + 9).
  for (uint32_t lane = 0; lane < arch::kLanes; ++lane) {
    EXPECT_EQ(trace[14].accu[lane], 20 * lane + 45) << lane;
  }
}

TEST_F(SplitTest, BothResetsClearOdd) {
  for (const bool pin : {false, true}) {
    test.Trace(ColumnProgram(), Column());
    EXPECT_EQ(test.Peek().odd, 0x1715'1311u);
    if (pin) {
      test.core.Reset();
    } else {
      EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlReset));
    }
    EXPECT_EQ(test.Peek().odd, 0u);
  }
}

TEST_F(SplitTest, SoftResetInTheCycleOfWrEvenClearsOddAndKeepsTheWordWritten) {
  test.Load(ColumnProgram(), Column());
  while (test.Peek().write_a == 0) test.Step();
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlReset));
  EXPECT_EQ(test.core.LocalWord(0), PixelWord({0, 2, 4, 6, 8, 10, 12, 14}));
  EXPECT_EQ(test.Peek().odd, 0u);
}

TEST_F(PlainTest, PartsHaveNoEffect) {
  for (const WrPart part : {WrPart::kEven, WrPart::kOdd, WrPart::kBoth}) {
    const auto trace = test.Trace(Once({WrPartAt(part, 3), Nop()}), {Ramp(40)});
    EXPECT_EQ(test.core.LocalWord(3), Ramp(40)) << static_cast<int>(part);
    EXPECT_EQ(trace.back().in_level, 0u);
    EXPECT_EQ(trace.back().odd, 0u);
  }
}

TEST_F(PlainTest, WrEvenNeedsOneWord) {
  test.Load(Once({WrPartAt(WrPart::kEven, 0), Nop()}));
  test.source.push_back(Ramp(0));
  EXPECT_TRUE(Stalled(test.Step(), Stall::kInput));
  EXPECT_EQ(test.Step().write_a, 1u);
}

TEST_F(PlainTest, SetshHiIsNoOperation) {
  test.FillLocal({Ramp(0), Ramp(8)});
  for (int stride = 1; stride <= arch::kMaxStride; ++stride) {
    TestProgram program =
        Once({Slots().MemaRd(0).MembRd(1), Nop(), Slots().SetRi(), Nop(), SetshRiHi(), Nop()});
    program.stride = static_cast<uint32_t>(stride);
    const auto trace = test.Trace(program);
    for (int k = 0; k < arch::kRiEntries; ++k) EXPECT_EQ(trace[5].ri[k], trace[4].ri[k]) << k;
    EXPECT_EQ(trace[4].ri[stride == 1 ? 15 : 31], 15);
  }
}

}  // namespace
}  // namespace nve::golden
