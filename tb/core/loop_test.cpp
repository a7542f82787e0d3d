// SPDX-License-Identifier: Apache-2.0
// The repeated part: no bubbles, address patterns, suppressed slots, runs, packets, full output.
#include <algorithm>
#include <string>

#include "core_bench.hpp"

namespace nve::test {
namespace {

using arch::MemOp;

/// AGU mode 1: 0, 3, 6, 0, ...
void SetPattern(CoreBench& bench) {
  ASSERT_FALSE(bench.Write(arch::kRegAguInc1.offset, 3));
  ASSERT_FALSE(bench.Write(arch::kRegAguToggle1.offset, 9));
}

std::vector<uint32_t> AddressesWritten(CoreBench& bench, int* busy_cycles = nullptr) {
  std::vector<uint32_t> addresses;
  int cycles = 0;
  for (; bench.busy(); ++cycles) {
    if (bench.probe.write_a) addresses.push_back(bench.probe.write_a_address);
    bench.Step();
  }
  if (busy_cycles) *busy_cycles = cycles;
  return addresses;
}

TEST(Loop, OneInstructionWithPatternAdvancesInEveryCycle) {
  CoreBench bench;
  bench.configure(1, 0, 0, 7);
  SetPattern(bench);
  for (uint64_t i = 0; i < 7; ++i) bench.input.push_back(i);
  bench.LoadAndStart({{.mema = {.op = MemOp::kWr, .offset = 5, .mode = 1}}});
  ASSERT_TRUE(bench.RunTo(arch::State::kRepeat));
  int cycles = 0;
  EXPECT_EQ(AddressesWritten(bench, &cycles), (std::vector<uint32_t>{5, 8, 11, 5, 8, 11, 5}));
  EXPECT_EQ(cycles, 7);
}

TEST(Loop, EveryRunStartsFromTheLoadedUpdates) {
  CoreBench bench;
  bench.configure(1, 0, 0, 4, 0, 3);
  SetPattern(bench);
  for (uint64_t i = 0; i < 12; ++i) bench.input.push_back(i);
  bench.LoadAndStart({{.mema = {.op = MemOp::kWr, .offset = 5, .update = 3, .mode = 1}}});
  ASSERT_TRUE(bench.RunTo(arch::State::kRepeat));
  int cycles = 0;
  EXPECT_EQ(AddressesWritten(bench, &cycles),
            (std::vector<uint32_t>{8, 11, 5, 8, 8, 11, 5, 8, 8, 11, 5, 8}));
  EXPECT_EQ(cycles, 12);
  EXPECT_EQ(bench.probe.run, 0u);
}

TEST(Loop, EveryInstructionHasItsOwnUpdate) {
  // The first instruction is outside the loop, the third has mode 0.
  CoreBench bench;
  bench.configure(4, 1, 2, 4);
  SetPattern(bench);
  for (uint64_t i = 0; i < 10; ++i) bench.input.push_back(i);
  const Instruction moving = {.mema = {.op = MemOp::kWr, .offset = 100, .mode = 1}};
  const Instruction fixed = {.mema = {.op = MemOp::kWr, .offset = 40, .update = 2}};
  bench.LoadAndStart({moving, moving, fixed, moving});
  ASSERT_TRUE(bench.RunTo(arch::State::kInitial));
  EXPECT_EQ(AddressesWritten(bench),
            (std::vector<uint32_t>{100, 100, 42, 103, 42, 106, 42, 100, 42, 100}));
}

/// Expects that the first and the last instruction of a repeated part each walk through the pattern
/// of their own in four passes.
void ExpectOwnPatterns(int first, int last) {
  SCOPED_TRACE("from " + std::to_string(first) + " to " + std::to_string(last));
  CoreBench bench;
  bench.configure(last + 1, first, last, 4);
  SetPattern(bench);
  ASSERT_FALSE(bench.Write(arch::kRegAguInc2.offset, 5));
  ASSERT_FALSE(bench.Write(arch::kRegAguToggle2.offset, 0));
  std::vector<Instruction> program(last + 1);
  program[last] = {.mema = {.mode = 2}, .memb = {.mode = 1}};
  program[first] = {.mema = {.mode = 1}, .memb = {.mode = 2}};
  bench.LoadAndStart(program);
  ASSERT_TRUE(bench.RunTo(arch::State::kRepeat));
  const std::vector<uint32_t> toggled = {3, 6, 0, 3}, counted = {5, 10, 15, 20};
  std::vector<uint32_t> first_a, first_b, last_a, last_b;
  for (; bench.busy(); bench.Step()) {
    const int pc = static_cast<int>(bench.probe.pc);
    if (pc == first) first_a.push_back(bench.probe.agu_mema);
    if (pc == first) first_b.push_back(bench.probe.agu_memb);
    if (pc == last) last_a.push_back(bench.probe.agu_mema);
    if (pc == last) last_b.push_back(bench.probe.agu_memb);
  }
  EXPECT_EQ(first_a, toggled);
  EXPECT_EQ(first_b, counted);
  EXPECT_EQ(last_a, first == last ? toggled : counted);
  EXPECT_EQ(last_b, first == last ? counted : toggled);
}

// A repeated part of one instruction takes the update that is written back in the same cycle; a
// longer one must not, however much alike the addresses of its ends are.
TEST(Loop, UpdatesStayApartAtEveryAddress) {
  for (int distance = 1; distance < arch::kInstructionWords; distance *= 2) {
    ExpectOwnPatterns(distance, distance);
    ExpectOwnPatterns(0, distance);
    ExpectOwnPatterns(arch::kInstructionWords - 1 - distance, arch::kInstructionWords - 1);
  }
  ExpectOwnPatterns(0, 0);
  ExpectOwnPatterns(arch::kInstructionWords - 1, arch::kInstructionWords - 1);
}

TEST(Loop, UpdateHoldsInAStall) {
  CoreBench bench;
  bench.configure(1, 0, 0, 7);
  SetPattern(bench);
  bench.input_gap = 4;
  for (uint64_t i = 0; i < 7; ++i) bench.input.push_back(i);
  bench.LoadAndStart({{.mema = {.op = MemOp::kWr, .offset = 5, .mode = 1}}});
  ASSERT_TRUE(bench.RunTo(arch::State::kRepeat));
  EXPECT_EQ(AddressesWritten(bench), (std::vector<uint32_t>{5, 8, 11, 5, 8, 11, 5}));
}

TEST(Loop, ExtraPassesSuppressStreamWritesLastAndOutputsFirst) {
  CoreBench bench;
  bench.configure(2, 0, 1, 3, 2);
  bench.input = {1, 2, 3};
  bench.LoadAndStart({{.mema = {.op = MemOp::kWr}},
                      {.memb = {.op = MemOp::kWr, .offset = 9}, .act = arch::ActOp::kAct}});
  ASSERT_TRUE(bench.RunTo(arch::State::kRepeat));
  std::vector<uint32_t> writes_a, writes_b, pushes;
  int updates = 0;
  while (bench.busy()) {
    EXPECT_TRUE(bench.stalls(arch::Stall::kNone));
    if (bench.probe.write_a) writes_a.push_back(bench.probe.pass);
    if (bench.probe.write_b) writes_b.push_back(bench.probe.pass);
    updates += bench.probe.agu_write;
    bench.Step();
  }
  bench.steps(5);
  EXPECT_EQ(writes_a, (std::vector<uint32_t>{0, 1, 2}));
  EXPECT_EQ(writes_b, (std::vector<uint32_t>{2, 3, 4}));
  EXPECT_EQ(bench.output.size(), 3u);
  EXPECT_EQ(updates, 10);
}

TEST(Loop, FullOutputStallsAndLosesNothing) {
  CoreBench bench;
  const int words = 3 * arch::kOutputFifoWords + 1;
  bench.configure(1, 0, 0, words);
  bench.SetTready(false);
  bench.LoadAndStart({{.act = arch::ActOp::kAct}});
  ASSERT_TRUE(bench.RunTo(arch::State::kRepeat));
  bench.steps(2 * arch::kOutputFifoWords);
  EXPECT_TRUE(bench.stalls(arch::Stall::kOutput));
  EXPECT_EQ(bench.probe.out_level, static_cast<uint32_t>(arch::kOutputFifoWords));
  EXPECT_EQ(bench.probe.pass, static_cast<uint32_t>(arch::kOutputFifoWords));
  bench.SetTready(true);
  ASSERT_TRUE(bench.RunTo(arch::State::kIdle));
  bench.steps(arch::kOutputFifoWords + 4);
  EXPECT_EQ(bench.output.size(), static_cast<size_t>(words));
}

TEST(Loop, LastStandsOnTheLastWordOfAPacket) {
  CoreBench bench;
  bench.configure(1, 0, 0, 8);
  ASSERT_FALSE(bench.Write(arch::kRegPacketWords.offset, 3));
  for (int start = 0; start < 2; ++start) {
    bench.output.clear();
    if (start == 0) {
      bench.LoadAndStart({{.act = arch::ActOp::kAct}});
    } else {
      bench.Start();
    }
    ASSERT_TRUE(bench.RunTo(arch::State::kIdle));
    bench.steps(10);
    ASSERT_EQ(bench.output.size(), 8u);
    // START sets the counter to 0, so the second start repeats the first.
    for (size_t i = 0; i < 8; ++i) EXPECT_EQ(bench.output[i].last, i == 2 || i == 5) << i;
  }
}

TEST(Loop, PacketsOfManyWords) {
  // One START each: a packet, and the beginning of another. In 0x7fff every bit is set an odd
  // number of times, so that what each time inverts another bit does not cancel out.
  for (const uint32_t size : {1u << 8, 0x7fffu, 0x5555u, 1u << 19}) {
    SCOPED_TRACE(size);
    CoreBench bench;
    const uint32_t passes = std::min(size, 0x8000u);
    bench.configure(1, 0, 0, static_cast<int>(passes), 0, static_cast<int>(size / passes) + 1);
    ASSERT_FALSE(bench.Write(arch::kRegPacketWords.offset, size));
    bench.LoadAndStart({{.act = arch::ActOp::kAct}});
    ASSERT_TRUE(bench.RunTo(arch::State::kIdle, 2 * static_cast<int>(size) + 100));
    bench.steps(10);
    ASSERT_EQ(bench.output.size(), size + passes);
    for (uint32_t i = 0; i < bench.output.size(); ++i) {
      ASSERT_EQ(bench.output[i].last, (i + 1) % size == 0) << i;
    }
  }
}

TEST(Loop, InterruptRisesAfterTheLastCycle) {
  CoreBench bench;
  bench.configure(1, 0, 0, 5);
  ASSERT_FALSE(bench.Write(arch::kRegIrqEnable.offset, arch::kIrqEnableDone));
  bench.LoadAndStart({{}});
  ASSERT_TRUE(bench.RunTo(arch::State::kRepeat));
  for (int i = 0; i < 5; ++i, bench.Step()) EXPECT_EQ(bench.probe.irq, 0u) << i;
  EXPECT_TRUE(bench.in(arch::State::kIdle));
  EXPECT_EQ(bench.probe.irq, 1u);
  EXPECT_EQ(bench.dut().irq_o, 1);
  EXPECT_EQ(bench.Read(arch::kRegIrq.offset), arch::kIrqDone);
  EXPECT_FALSE(bench.Write(arch::kRegIrq.offset, 0));
  bench.Step();
  EXPECT_EQ(bench.probe.irq, 1u);
  EXPECT_FALSE(bench.Write(arch::kRegIrq.offset, arch::kIrqDone));
  EXPECT_EQ(bench.probe.irq, 1u);
  bench.Step();
  EXPECT_EQ(bench.probe.irq, 0u);
}

TEST(Loop, SoftResetInMidRunKeepsSettingsAndMemories) {
  CoreBench bench;
  bench.configure(2, 0, 1, 1000);
  SetPattern(bench);
  bench.SetTready(false);
  for (uint64_t i = 0; i < 100; ++i) bench.input.push_back(0x0101010101010101 * i);
  const std::vector<Instruction> program = {
      {.mema = {.op = MemOp::kWr, .offset = 5, .mode = 1}, .act = arch::ActOp::kAct},
      {.mema = {.op = MemOp::kRd},
       .memb = {.op = MemOp::kRd, .offset = 5},
       .ireg = arch::IregOp::kSetsh,
       .vmac = arch::VmacOp::kSetrb}};
  bench.LoadAndStart(program);
  bench.steps(40);
  EXPECT_TRUE(bench.stalls(arch::Stall::kOutput));
  EXPECT_FALSE(bench.Write(arch::kRegControl.offset, arch::kControlReset));
  EXPECT_TRUE(bench.in(arch::State::kRepeat));
  bench.Withdraw();
  bench.Step();
  // Registers are 0, both streams empty; only settings, TREADY and the read port show anything.
  arch::Probe expected{};
  expected.program_size = 2;
  expected.repeat_last = 1;
  expected.iterations = 1000;
  expected.runs = 1;
  expected.stride = 1;
  expected.agu_inc1 = 3;
  expected.agu_toggle1 = 9;
  expected.s_tready = 1;
  expected.reg_rdata = bench.probe.reg_rdata;
  EXPECT_EQ(std::memcmp(&bench.probe, &expected, sizeof expected), 0);
  EXPECT_EQ(bench.Read(arch::kRegIterations.offset), 1000u);
  EXPECT_EQ(bench.Read(arch::kRegIrq.offset), 0u);
  // The program is still there.
  EXPECT_FALSE(bench.Write(arch::kRegIterations.offset, 2));
  bench.SetTready(true);
  bench.input = {1, 2};
  bench.Start();
  ASSERT_TRUE(bench.RunTo(arch::State::kRepeat));
  EXPECT_EQ(Wide(bench.probe.instruction), Encode(program[0]));
  ASSERT_TRUE(bench.RunTo(arch::State::kIdle));
  bench.steps(5);
  EXPECT_EQ(bench.output.size(), 2u);
}

}  // namespace
}  // namespace nve::test
