// SPDX-License-Identifier: Apache-2.0
// Straight-line programs with values worked out by hand from isa.md, under every kind of stall.
#include <array>
#include <string>

#include "core_bench.hpp"

namespace nve::test {
namespace {

using arch::MemOp;

// Table entry a is 3 * a + 1 modulo 256: 256 neighbouring addresses differ.
uint8_t TableEntry(uint32_t address) { return static_cast<uint8_t>(3 * address + 1); }

void FillTable(CoreBench& bench) {
  for (uint32_t i = 0; i < arch::kActEntries; ++i) {
    ASSERT_FALSE(bench.Write(arch::kActTableOffset + 4 * i, TableEntry(i)));
  }
}

constexpr uint64_t Coefficients(int c0, int c1, int c2, int c3) {
  return (c0 & 0xFFFFull) | (c1 & 0xFFFFull) << 16 | (c2 & 0xFFFFull) << 32 |
         (c3 & 0xFFFFull) << 48;
}

// bias 3, weights -2 and 5; pixels x[0..7] = 10..17 and x[8..15] = 20..27:
//   accu[l] = 3 * 2^4 - 2 x[l] + 5 x[l+1], x[16] = 0 because `sh ri` fills with 0.
const std::array<uint64_t, 3> kData = {Coefficients(3, -2, 5, 0), Ramp(10), Ramp(20)};
const std::array<int32_t, 16> kSums = {83,  86,  89,  92,  95,  98,  101, 114,
                                       113, 116, 119, 122, 125, 128, 131, -6};
// (sum + 2) >> 2: 85 / 4 = 21.25, 88 / 4 = 22, 91 / 4 = 22.75, ... and (-6 + 2) >> 2 = -1.
const std::array<int, 16> kIndices = {21, 22, 22, 23, 24, 25, 25, 29,
                                      28, 29, 30, 31, 31, 32, 33, -1};

std::vector<Instruction> FilterProgram() {
  return {
      {.mema = {.op = MemOp::kWr, .offset = 0}},
      {.mema = {.op = MemOp::kWr, .offset = 1}},
      {.mema = {.op = MemOp::kWr, .offset = 2}},
      {},
      {.mema = {.op = MemOp::kRd, .offset = 0}},
      {.mema = {.op = MemOp::kRd, .offset = 1}, .memb = {.op = MemOp::kRd, .offset = 2}},
      {.wreg = arch::WregOp::kSet},
      {.wreg = arch::WregOp::kSh, .ireg = arch::IregOp::kSet, .vmac = arch::VmacOp::kSetrb},
      {.wreg = arch::WregOp::kSh, .ireg = arch::IregOp::kSh, .vmac = arch::VmacOp::kMac},
      {.vmac = arch::VmacOp::kMac},
      {.vmac = arch::VmacOp::kSetrb},
      {},
      {},
      {.act = arch::ActOp::kAct},
      {.act = arch::ActOp::kAct, .act_half = arch::ActHalf::kHi},
  };
}

uint64_t ExpectedWord(int half) {
  uint64_t word = 0;
  for (int k = 0; k < 8; ++k) {
    const int address = kIndices[8 * half + k] + arch::kActEntries / 2;
    word |= static_cast<uint64_t>(TableEntry(address)) << (8 * k);
  }
  return word;
}

/// Settings for the filter or a longer program made of it; the last instruction is the repeated
/// part.
void prepare(CoreBench& bench, int size = static_cast<int>(FilterProgram().size())) {
  FillTable(bench);
  bench.configure(size, size - 1, size - 1, 1);
  ASSERT_FALSE(bench.Write(arch::kRegBiasShift.offset, 4));
  ASSERT_FALSE(bench.Write(arch::kRegActShift.offset, 2));
  bench.input.assign(kData.begin(), kData.end());
}

void ExpectResult(CoreBench& bench) {
  bench.steps(10);
  ASSERT_EQ(bench.output.size(), 2u);
  EXPECT_EQ(bench.output[0].data, ExpectedWord(0));
  EXPECT_EQ(bench.output[1].data, ExpectedWord(1));
  EXPECT_FALSE(bench.output[0].last);
  EXPECT_FALSE(bench.output[1].last);
  for (int l = 0; l < arch::kLanes; ++l) {
    EXPECT_EQ(bench.probe.result[l], kIndices[l] + arch::kActEntries / 2) << l;
  }
}

TEST(Program, FilterByHand) {
  CoreBench bench;
  prepare(bench);
  bench.LoadAndStart(FilterProgram());
  ASSERT_TRUE(bench.RunTo(arch::State::kInitial));
  EXPECT_EQ(bench.probe.load_count, FilterProgram().size());
  bool seen = false;
  while (bench.busy()) {
    EXPECT_EQ(Wide(bench.probe.instruction), Encode(FilterProgram()[bench.probe.pc]));
    if (bench.probe.pc == 6) {
      EXPECT_EQ(Wide(bench.probe.port_a), kData[0]);
    }
    if (bench.probe.pc == 7) {
      EXPECT_EQ(Wide(bench.probe.port_a), kData[1]);
      EXPECT_EQ(Wide(bench.probe.port_b), kData[2]);
      EXPECT_EQ(bench.probe.rw[0], 3);
    }
    if (bench.probe.pc == 8) {
      EXPECT_EQ(bench.probe.accu[0], 48u);
      EXPECT_EQ(bench.probe.rw[0], 0xFFFE);
      EXPECT_EQ(bench.probe.ri[15], 27);
    }
    // set rb hands the sums over at pc 10: they stand in accu until then, in result from 13 on.
    if (bench.probe.pc == 10) {
      seen = true;
      for (int l = 0; l < arch::kLanes; ++l) {
        EXPECT_EQ(static_cast<int32_t>(bench.probe.accu[l]), kSums[l]) << l;
      }
    }
    if (bench.probe.pc == 12) {
      EXPECT_EQ(bench.probe.result[1], 512);
    }
    if (bench.probe.pc == 13) {
      EXPECT_EQ(bench.probe.result[1], 534);
    }
    bench.Step();
  }
  EXPECT_TRUE(seen);
  ExpectResult(bench);
}

TEST(Program, SameResultWhenInputIsSlow) {
  CoreBench bench;
  prepare(bench);
  bench.input_gap = 6;
  bench.LoadAndStart(FilterProgram());
  int load_stalls = 0, run_stalls = 0;
  while (bench.busy()) {
    const bool loading = bench.in(arch::State::kLoad);
    (loading ? load_stalls : run_stalls) += bench.stalls(arch::Stall::kInput);
    if (bench.stalls(arch::Stall::kInput)) {
      EXPECT_EQ(bench.probe.in_level, 0u);
    }
    bench.Step();
  }
  EXPECT_GT(load_stalls, 50);
  EXPECT_GT(run_stalls, 10);
  ExpectResult(bench);
}

TEST(Program, RunsAgainWithoutLoading) {
  CoreBench bench;
  prepare(bench);
  bench.LoadAndStart(FilterProgram());
  ASSERT_TRUE(bench.RunTo(arch::State::kIdle));
  bench.steps(10);
  bench.output.clear();
  bench.input.assign(kData.begin(), kData.end());
  bench.Start();
  EXPECT_TRUE(bench.in(arch::State::kLoad));
  EXPECT_EQ(bench.probe.load_count, FilterProgram().size());
  bench.Step();
  EXPECT_TRUE(bench.in(arch::State::kInitial));
  ASSERT_TRUE(bench.RunTo(arch::State::kIdle));
  ExpectResult(bench);
}

TEST(Program, ActHoldGoesToTheLocalBufferOnly) {
  CoreBench bench;
  auto program = FilterProgram();
  program[13].act_to = arch::ActTo::kHold;
  program[14] = {.memb = {.op = MemOp::kWr, .offset = 20}};
  program.push_back({});
  program.push_back({.memb = {.op = MemOp::kRd, .offset = 20}});
  program.push_back({});
  program.push_back({});
  prepare(bench, static_cast<int>(program.size()));
  bench.LoadAndStart(program);
  ASSERT_TRUE(bench.RunTo(arch::State::kInitial));
  while (bench.busy()) {
    EXPECT_EQ(bench.probe.write_b, bench.probe.pc == 14 ? 1u : 0u);
    if (bench.probe.write_b) {
      EXPECT_EQ(bench.probe.write_b_address, 20u);
      EXPECT_EQ(Wide(bench.probe.write_b_data), ExpectedWord(0));
    }
    if (bench.probe.pc == 18) {
      EXPECT_EQ(Wide(bench.probe.port_b), ExpectedWord(0));
    }
    bench.Step();
  }
  bench.steps(5);
  EXPECT_TRUE(bench.output.empty());
  // The table is written while idle; the last looked-up pixels stay.
  ASSERT_FALSE(bench.Write(arch::kActTableOffset, 0x55));
  bench.Step();
  EXPECT_EQ(Wide(bench.probe.act_out), ExpectedWord(0));
}

TEST(Program, PortAWinsWhenBothPortsWriteOneWord) {
  CoreBench bench;
  const std::vector<Instruction> program = {
      {.mema = {.op = MemOp::kWr, .offset = 7}, .memb = {.op = MemOp::kWr, .offset = 7}},
      {.mema = {.op = MemOp::kWr, .offset = 7}, .memb = {.op = MemOp::kRd, .offset = 7}},
      {.mema = {.op = MemOp::kRd, .offset = 7}},
      {.memb = {.op = MemOp::kNop}},
      {}};
  bench.configure(5, 0, 4, 1);
  bench.input = {0x1111222233334444, 0x5555666677778888};
  bench.LoadAndStart(program);
  ASSERT_TRUE(bench.RunTo(arch::State::kRepeat));
  EXPECT_TRUE(bench.probe.write_a && bench.probe.write_b);
  bench.steps(3);
  // The read beside a write of the same word takes the old one.
  EXPECT_EQ(Wide(bench.probe.port_b), 0x1111222233334444u);
  bench.Step();
  EXPECT_EQ(Wide(bench.probe.port_a), 0x5555666677778888u);
}

/// Writes the words a (port A, from the stream) and b (port B, looked up) in one cycle and expects
/// to read both.
void ExpectBothWritten(int a, int b) {
  SCOPED_TRACE("words " + std::to_string(a) + " and " + std::to_string(b));
  CoreBench bench;
  const uint64_t streamed = 0x1111222233334444, looked_up = 0x5A5A5A5A5A5A5A5A;
  // result is 0 after reset.
  ASSERT_FALSE(bench.Write(arch::kActTableOffset, looked_up & 0xFF));
  bench.configure(6, 0, 5, 1);
  bench.input = {streamed};
  bench.LoadAndStart(
      {{.act = arch::ActOp::kAct, .act_to = arch::ActTo::kHold},
       {.mema = {.op = MemOp::kWr, .offset = a}, .memb = {.op = MemOp::kWr, .offset = b}},
       {},
       {.mema = {.op = MemOp::kRd, .offset = a}, .memb = {.op = MemOp::kRd, .offset = b}},
       {},
       {}});
  ASSERT_TRUE(bench.RunTo(arch::State::kRepeat));
  ASSERT_TRUE(bench.RunTo(arch::State::kIdle));
  EXPECT_EQ(Wide(bench.probe.port_a), streamed);
  EXPECT_EQ(Wide(bench.probe.port_b), looked_up);
}

TEST(Program, BothPortsWriteDifferentWordsInOneCycle) {
  const int last = arch::kLocalWords - 1;
  for (int distance = 1; distance <= last; distance *= 2) {
    ExpectBothWritten(0, distance);
    ExpectBothWritten(distance, 0);
    ExpectBothWritten(last, last - distance);
    ExpectBothWritten(last - distance, last);
  }
}

TEST(Program, Stride2Registers) {
  if (arch::kMaxStride < 2) GTEST_SKIP() << "the lanes of this machine step by one pixel";
  CoreBench bench;
  const std::vector<Instruction> program = {
      {.mema = {.op = MemOp::kWr, .offset = 0}},
      {.mema = {.op = MemOp::kWr, .offset = 1}},
      {},
      {.mema = {.op = MemOp::kRd, .offset = 0}, .memb = {.op = MemOp::kRd, .offset = 1}},
      {.mema = {.op = MemOp::kRd, .offset = 1}, .memb = {.op = MemOp::kRd, .offset = 0}},
      {.ireg = arch::IregOp::kSet},
      {.ireg = arch::IregOp::kSet},
      {.ireg = arch::IregOp::kSetsh},
      {.ireg = arch::IregOp::kSh},
      {}};
  bench.configure(10, 9, 9, 1);
  ASSERT_FALSE(bench.Write(arch::kRegStride.offset, 2));
  bench.input = {Ramp(10), Ramp(30)};
  bench.LoadAndStart(program);
  ASSERT_TRUE(bench.RunTo(arch::State::kInitial));
  bench.steps(7);
  // Old vector 10.., 30.. below, new vector 30.., 10.. above.
  EXPECT_EQ(bench.probe.ri[0], 10);
  EXPECT_EQ(bench.probe.ri[8], 30);
  EXPECT_EQ(bench.probe.ri[16], 30);
  EXPECT_EQ(bench.probe.ri[31], 17);
  EXPECT_EQ(bench.probe.ri[32], 0);
  bench.Step();
  EXPECT_EQ(bench.probe.ri[0], 11);
  EXPECT_EQ(bench.probe.ri[30], 17);
  EXPECT_EQ(bench.probe.ri[31], 10);
  EXPECT_EQ(bench.probe.ri[38], 17);
  bench.Step();
  EXPECT_EQ(bench.probe.ri[0], 12);
  EXPECT_EQ(bench.probe.ri[37], 17);
  EXPECT_EQ(bench.probe.ri[38], 0);
}

TEST(Program, IndexSaturatesAndAccumulatorWraps) {
  // 32767 * 255 summed 300 times is beyond 2^31 and wraps; the index saturates on both sides.
  CoreBench bench;
  const int macs = 300;
  std::vector<Instruction> program = {{.mema = {.op = MemOp::kWr, .offset = 0}},
                                      {.mema = {.op = MemOp::kWr, .offset = 1}},
                                      {},
                                      {.mema = {.op = MemOp::kRd, .offset = 0}},
                                      {.mema = {.op = MemOp::kRd, .offset = 1}},
                                      {.wreg = arch::WregOp::kSet},
                                      {.ireg = arch::IregOp::kSet},
                                      {.vmac = arch::VmacOp::kMac},
                                      {.vmac = arch::VmacOp::kSetrb},
                                      {.vmac = arch::VmacOp::kSetrb},
                                      {},
                                      {},
                                      {}};
  bench.configure(13, 7, 7, macs);
  bench.input = {Coefficients(32767, 0, 0, 0), 0xFF};
  bench.LoadAndStart(program);
  ASSERT_TRUE(bench.RunTo(arch::State::kFinal));
  const int64_t exact = int64_t{32767} * 255 * macs;
  EXPECT_EQ(bench.probe.accu[0], static_cast<uint32_t>(exact));
  EXPECT_LT(static_cast<int32_t>(bench.probe.accu[0]), 0);
  EXPECT_EQ(bench.probe.accu[1], 0u);
  bench.steps(3);
  EXPECT_EQ(bench.probe.result[0], 0);
  EXPECT_EQ(bench.probe.result[1], 512);
  // The second set rb hands over the bias that the first one left.
  bench.Step();
  EXPECT_EQ(bench.probe.result[0], 1023);
  EXPECT_EQ(bench.probe.result[1], 1023);
}

}  // namespace
}  // namespace nve::test
