// SPDX-License-Identifier: Apache-2.0
// Column separation and `setsh ri hi` of the split machine. The same programs run on a machine
// without it, where the parts of `wr` must change nothing and the code is no operation.
#include "core_bench.hpp"

namespace nve::test {
namespace {

using arch::MemOp;
using arch::WrPart;

constexpr bool kSplit = arch::kSplit != 0;

Instruction WritePart(WrPart part, int offset) {
  return {.mema = {.op = MemOp::kWr, .offset = offset}, .mema_part = part};
}

// Three words of a column, pixel k of word i is 0x10 i + k, and words written from them.
constexpr uint64_t kWord0 = 0x0706050403020100, kWord1 = 0x1716151413121110,
                   kWord2 = 0x2726252423222120;
constexpr uint64_t kEven01 = 0x1614121006040200, kOdd01 = 0x1715131107050301,
                   kBoth2 = 0x2725232126242220;
constexpr uint32_t kOddOf0 = 0x07050301, kOddOf1 = 0x17151311;

const std::vector<Instruction> kColumn = {
    WritePart(WrPart::kEven, 0), WritePart(WrPart::kOdd, 1), WritePart(WrPart::kBoth, 2), {}, {}};

/// The words port A writes until the program ends.
struct Writes {
  std::vector<uint64_t> words;
  std::vector<uint32_t> addresses;
};
Writes RunBench(CoreBench& bench) {
  Writes writes;
  while (bench.busy()) {
    if (bench.probe.write_a) {
      writes.words.push_back(Wide(bench.probe.write_a_data));
      writes.addresses.push_back(bench.probe.write_a_address);
    }
    bench.Step();
  }
  return writes;
}

TEST(Split, ColumnByHand) {
  for (int gap : {0, 1, 5}) {
    CoreBench bench;
    bench.configure(5, 4, 4, 1);
    bench.input_gap = gap;
    bench.input = {kWord0, kWord1, kWord2};
    bench.LoadAndStart(kColumn);
    ASSERT_TRUE(bench.RunTo(arch::State::kInitial));
    const Writes writes = RunBench(bench);
    EXPECT_EQ(writes.words, kSplit ? (std::vector<uint64_t>{kEven01, kOdd01, kBoth2})
                                   : (std::vector<uint64_t>{kWord0, kWord1, kWord2}));
    EXPECT_EQ(writes.addresses, (std::vector<uint32_t>{0, 1, 2}));
    EXPECT_EQ(bench.probe.odd, kSplit ? kOddOf0 : 0);
    EXPECT_EQ(bench.probe.in_level, 0u);
  }
}

TEST(Split, TheWordsAreReadBack) {
  CoreBench bench;
  std::vector<Instruction> program = kColumn;
  program[3] = {.mema = {.op = MemOp::kRd, .offset = 0}, .memb = {.op = MemOp::kRd, .offset = 1}};
  program.resize(7);
  bench.configure(7, 6, 6, 1);
  bench.input = {kWord0, kWord1, kWord2};
  bench.LoadAndStart(program);
  ASSERT_TRUE(bench.RunTo(arch::State::kRepeat));
  EXPECT_EQ(Wide(bench.probe.port_a), kSplit ? kEven01 : kWord0);
  EXPECT_EQ(Wide(bench.probe.port_b), kSplit ? kOdd01 : kWord1);
}

TEST(Split, EvenWaitsForTheWordBehind) {
  CoreBench bench;
  bench.configure(5, 4, 4, 1);
  bench.input = {kWord0};
  bench.LoadAndStart(kColumn);
  ASSERT_TRUE(bench.RunTo(arch::State::kInitial));
  bench.steps(20);
  EXPECT_TRUE(bench.stalls(arch::Stall::kInput));
  // Without separation the first word is taken and the second one is missing.
  EXPECT_EQ(bench.probe.pc, kSplit ? 0u : 1u);
  EXPECT_EQ(bench.probe.in_level, kSplit ? 1u : 0u);
  EXPECT_EQ(bench.probe.odd, 0u);
  bench.input = {kWord1};
  bench.steps(20);
  // odd and both make do with one word; both waits for its own.
  EXPECT_TRUE(bench.stalls(arch::Stall::kInput));
  EXPECT_EQ(bench.probe.pc, 2u);
  bench.input = {kWord2};
  const Writes writes = RunBench(bench);
  EXPECT_EQ(writes.words, (std::vector<uint64_t>{kSplit ? kBoth2 : kWord2}));
}

TEST(Split, EvenPairsAtTheEndsOfTheFifo) {
  // Every word but the last is the word behind once; the FIFO is full, empties and fills again.
  CoreBench bench;
  const int words = 3 * arch::kInputFifoWords;
  bench.configure(2, 0, 1, words);
  for (int i = 0; i < 2 * words + 1; ++i) bench.input.push_back(Ramp(i));
  bench.LoadAndStart({WritePart(WrPart::kEven, 3), WritePart(WrPart::kEven, 4)});
  ASSERT_TRUE(bench.RunTo(arch::State::kRepeat));
  int taken = 0;
  while (bench.busy()) {
    if (bench.probe.write_a) {
      const uint64_t first = taken, next = kSplit ? taken + 1 : taken + 4;
      uint64_t expected = 0;
      for (uint64_t k = 0; k < 4; ++k) {
        const uint64_t step = kSplit ? 2 * k : k;
        expected |= (first + step) << (8 * k) | (next + step) << (32 + 8 * k);
      }
      ASSERT_EQ(Wide(bench.probe.write_a_data), expected) << taken;
      ++taken;
    }
    bench.input_gap = taken < words ? 0 : 2;
    bench.Step();
  }
  EXPECT_EQ(taken, 2 * words);
  bench.steps(5);
  EXPECT_EQ(bench.probe.in_level, 1u);
}

TEST(Split, OddPixelsHoldUntilTheNextEven) {
  // Plain, odd and both writes, reads with a part and suppressed even writes leave odd[] alone.
  CoreBench bench;
  const std::vector<Instruction> program = {
      WritePart(WrPart::kEven, 0),  WritePart(WrPart::kPlain, 1),
      WritePart(WrPart::kBoth, 2),  {.mema = {.op = MemOp::kRd}, .mema_part = WrPart::kEven},
      {.mema_part = WrPart::kEven}, WritePart(WrPart::kEven, 3)};
  bench.configure(6, 5, 5, 1, 2);
  bench.input = {kWord0, kWord1, kWord2, kWord1, kWord2};
  bench.LoadAndStart(program);
  ASSERT_TRUE(bench.RunTo(arch::State::kInitial));
  EXPECT_EQ(bench.probe.odd, 0u);
  bench.Step();
  for (; bench.in(arch::State::kInitial); bench.Step()) {
    EXPECT_EQ(bench.probe.odd, kSplit ? kOddOf0 : 0) << bench.probe.pc;
    if (bench.probe.pc == 1) {
      EXPECT_EQ(Wide(bench.probe.write_a_data), kWord1);
    }
  }
  bench.Step();
  for (int pass = 1; pass <= 2; ++pass, bench.Step()) {
    EXPECT_EQ(bench.probe.pass, static_cast<uint32_t>(pass));
    EXPECT_TRUE(bench.stalls(arch::Stall::kNone));
    EXPECT_EQ(bench.probe.in_level, 1u);
    EXPECT_EQ(bench.probe.odd, kSplit ? kOddOf1 : 0);
  }
  EXPECT_TRUE(bench.in(arch::State::kIdle));
  EXPECT_EQ(bench.probe.odd, kSplit ? kOddOf1 : 0);
}

TEST(Split, SoftResetForgetsOddPixelsAndTheWordBehind) {
  CoreBench bench;
  bench.configure(5, 4, 4, 1);
  bench.input = {kWord0, kWord1, kWord2};
  bench.LoadAndStart(kColumn);
  ASSERT_TRUE(bench.RunTo(arch::State::kIdle));
  EXPECT_EQ(bench.probe.odd, kSplit ? kOddOf0 : 0);
  bench.input = {kWord2, kWord2, kWord2};
  bench.steps(8);
  EXPECT_EQ(bench.probe.in_level, 3u);
  EXPECT_FALSE(bench.Write(arch::kRegControl.offset, arch::kControlReset));
  bench.Step();
  EXPECT_EQ(bench.probe.in_level, 0u);
  EXPECT_EQ(bench.probe.odd, 0u);
  bench.input = {kWord0, kWord1, kWord2};
  bench.LoadAndStart(kColumn);
  const Writes writes = RunBench(bench);
  ASSERT_EQ(writes.words.size(), 3u);
  EXPECT_EQ(writes.words[0], kSplit ? kEven01 : kWord0);
}

TEST(Split, SetshHiTakesTheUpperHalfOfPortB) {
  CoreBench bench;
  const std::vector<Instruction> program = {
      {.mema = {.op = MemOp::kWr, .offset = 0}},
      {.mema = {.op = MemOp::kWr, .offset = 1}},
      {},
      {.mema = {.op = MemOp::kRd, .offset = 0}, .memb = {.op = MemOp::kRd, .offset = 1}},
      {.memb = {.op = MemOp::kRd, .offset = 0}},
      {.ireg = arch::IregOp::kSet},
      {.ireg = arch::IregOp::kSetsh},
      {.ireg = arch::IregOp::kSetshHi},
      {}};
  bench.configure(9, 8, 8, 1);
  bench.input = {Ramp(10), Ramp(30)};
  bench.LoadAndStart(program);
  ASSERT_TRUE(bench.RunTo(arch::State::kInitial));
  bench.steps(7);
  ASSERT_EQ(bench.probe.pc, 7u);
  // 11..17 30..37, then the word of port B.
  std::vector<int> expected = {11, 12, 13, 14, 15, 16, 17, 30, 31, 32, 33, 34,
                               35, 36, 37, 10, 11, 12, 13, 14, 15, 16, 17};
  EXPECT_EQ(std::vector<int>(bench.probe.ri, bench.probe.ri + 23), expected);
  bench.Step();
  if (kSplit) {
    expected = {12, 13, 14, 15, 16, 17, 30, 31, 32, 33, 34, 35,
                36, 37, 10, 14, 15, 16, 17, 0,  0,  0,  0};
  }
  EXPECT_EQ(std::vector<int>(bench.probe.ri, bench.probe.ri + 23), expected);
}

}  // namespace
}  // namespace nve::test
