// SPDX-License-Identifier: Apache-2.0
// START with TABLE: the activation table from the stream (isa.md sections 8, 10 and 12).
#include <vector>

#include "core_bench.hpp"

namespace nve::test {
namespace {

constexpr int kTableWords = arch::kActEntries / arch::kWordPixels;

// Three tables that differ in every entry, each entry from those near it and 8 or 64 further.
uint8_t Entry(uint32_t address, uint32_t table) {
  return static_cast<uint8_t>(37 * address + (address >> 3) + 5 * (address >> 6) + 85 * table);
}

std::vector<uint64_t> TableWords(uint32_t table) {
  std::vector<uint64_t> words(kTableWords);
  for (uint32_t k = 0; k < arch::kActEntries; ++k) {
    words[k / 8] |= static_cast<uint64_t>(Entry(k, table)) << (8 * (k % 8));
  }
  return words;
}

/// Looks up the address that the coefficient in the low bits of a word stands for, and sends it.
std::vector<Instruction> LookUp() {
  return {{.mema = {.op = arch::MemOp::kWr}},
          {},
          {.mema = {.op = arch::MemOp::kRd}},
          {},
          {.wreg = arch::WregOp::kSet},
          {.vmac = arch::VmacOp::kSetrb},
          {.vmac = arch::VmacOp::kSetrb},
          {},
          {},
          {.act = arch::ActOp::kAct}};
}

uint64_t CoefficientOf(uint32_t address) {
  return static_cast<uint16_t>(static_cast<int>(address) - arch::kActEntries / 2);
}

/// Sets up look-ups of all entries, the first one first.
void Configure(CoreBench& bench) {
  const int size = static_cast<int>(LookUp().size());
  bench.configure(size, 0, size - 1, arch::kActEntries);
  bench.input.clear();
  for (uint32_t k = 0; k < arch::kActEntries; ++k) bench.input.push_back(CoefficientOf(k));
}

void Prepend(CoreBench& bench, const std::vector<uint64_t>& words) {
  bench.input.insert(bench.input.begin(), words.begin(), words.end());
}

void PrependProgram(CoreBench& bench) {
  std::vector<uint64_t> words;
  for (const Instruction& instruction : LookUp()) words.push_back(Encode(instruction));
  Prepend(bench, words);
}

void Command(CoreBench& bench, uint32_t commands) {
  EXPECT_FALSE(bench.Write(arch::kRegControl.offset, commands));
  bench.Step();
}

void StartWithTable(CoreBench& bench, uint32_t table) {
  PrependProgram(bench);
  Prepend(bench, TableWords(table));
  Command(bench, arch::kControlStart | arch::kControlLoad | arch::kControlTable);
}

/// Runs to the end; each word sent has one entry 8 times.
void ExpectTable(CoreBench& bench, uint32_t table) {
  ASSERT_TRUE(bench.RunTo(arch::State::kIdle, 30000));
  bench.steps(10);
  ASSERT_EQ(bench.output.size(), static_cast<size_t>(arch::kActEntries));
  for (uint32_t k = 0; k < arch::kActEntries; ++k) {
    ASSERT_EQ(bench.output[k].data, 0x0101010101010101 * Entry(k, table)) << k;
  }
  bench.output.clear();
}

TEST(Table, WordAfterWordThenTheProgram) {
  CoreBench bench;
  Configure(bench);
  StartWithTable(bench, 0);
  const std::vector<uint64_t> words = TableWords(0);
  int taken = 0;
  while (bench.in(arch::State::kTable) && bench.busy()) {
    const bool takes = bench.stalls(arch::Stall::kNone);
    EXPECT_EQ(takes, bench.probe.in_level != 0);
    ASSERT_EQ(bench.probe.load_count, static_cast<uint32_t>(taken));
    EXPECT_EQ(bench.probe.table_write, takes ? 1u : 0u);
    EXPECT_EQ(bench.probe.table_address, takes ? 8u * static_cast<uint32_t>(taken) : 0u);
    if (takes) {
      EXPECT_EQ(Wide(bench.probe.in_word), words[taken++]);
    }
    EXPECT_EQ(bench.probe.pc + bench.probe.pass + bench.probe.run, 0u);
    bench.Step();
  }
  EXPECT_EQ(taken, kTableWords);
  EXPECT_TRUE(bench.in(arch::State::kLoad));
  EXPECT_EQ(bench.probe.load_count, 0u);
  EXPECT_EQ(bench.probe.table_write, 0u);
  ExpectTable(bench, 0);
}

TEST(Table, OneCycleForEachWord) {
  CoreBench bench;
  Configure(bench);
  PrependProgram(bench);
  Prepend(bench, TableWords(1));
  bench.steps(4);
  Command(bench, arch::kControlStart | arch::kControlLoad | arch::kControlTable);
  for (int k = 0; k < kTableWords; ++k, bench.Step()) {
    ASSERT_TRUE(bench.in(arch::State::kTable)) << k;
  }
  EXPECT_TRUE(bench.in(arch::State::kLoad));
}

TEST(Table, SlowInputStalls) {
  CoreBench bench;
  bench.input_gap = 4;
  Configure(bench);
  StartWithTable(bench, 1);
  int stalls = 0;
  for (; bench.in(arch::State::kTable) && bench.busy(); bench.Step()) {
    stalls += bench.stalls(arch::Stall::kInput);
  }
  EXPECT_GT(stalls, 3 * kTableWords);
  bench.input_gap = 0;
  ExpectTable(bench, 1);
}

TEST(Table, StaysWithoutAnotherOne) {
  CoreBench bench;
  Configure(bench);
  StartWithTable(bench, 0);
  ExpectTable(bench, 0);
  Configure(bench);
  PrependProgram(bench);
  Command(bench, arch::kControlStart | arch::kControlLoad);
  EXPECT_TRUE(bench.in(arch::State::kLoad));
  ExpectTable(bench, 0);
  Configure(bench);
  StartWithTable(bench, 2);
  ExpectTable(bench, 2);
}

TEST(Table, RegistersWriteSingleEntriesOfIt) {
  CoreBench bench;
  Configure(bench);
  StartWithTable(bench, 0);
  ExpectTable(bench, 0);
  for (uint32_t k = 0; k < arch::kActEntries; ++k) {
    if (k % 3 == 0) continue;
    ASSERT_FALSE(bench.Write(arch::kActTableOffset + 4 * k, Entry(k, 1)));
    EXPECT_EQ(bench.probe.table_write, 1u);
    EXPECT_EQ(bench.probe.table_address, k);
  }
  Configure(bench);
  Command(bench, arch::kControlStart);
  ASSERT_TRUE(bench.RunTo(arch::State::kIdle, 30000));
  bench.steps(10);
  ASSERT_EQ(bench.output.size(), static_cast<size_t>(arch::kActEntries));
  for (uint32_t k = 0; k < arch::kActEntries; ++k) {
    ASSERT_EQ(bench.output[k].data, 0x0101010101010101 * Entry(k, k % 3 == 0 ? 0 : 1)) << k;
  }
}

TEST(Table, WritesAreRefusedMeanwhile) {
  CoreBench bench;
  Configure(bench);
  StartWithTable(bench, 0);
  bench.steps(5);
  for (uint32_t k = 0; k < 20; ++k) {
    EXPECT_TRUE(bench.Write(arch::kActTableOffset + 4 * (5 * k), 0xFF));
    EXPECT_TRUE(bench.in(arch::State::kTable));
  }
  EXPECT_TRUE(bench.Write(arch::kRegRuns.offset, 2));
  EXPECT_TRUE(bench.Write(arch::kRegControl.offset,
                          arch::kControlStart | arch::kControlLoad | arch::kControlTable));
  ExpectTable(bench, 0);
}

TEST(Table, LookedUpPixelsStay) {
  CoreBench bench;
  Configure(bench);
  StartWithTable(bench, 0);
  ExpectTable(bench, 0);
  const uint64_t last = 0x0101010101010101 * Entry(arch::kActEntries - 1, 0);
  bench.cycle = 0;  // the second run has as many again before it counts as hanging
  Configure(bench);
  StartWithTable(bench, 1);
  for (; bench.in(arch::State::kTable) && bench.busy(); bench.Step()) {
    ASSERT_EQ(Wide(bench.probe.act_out), last);
  }
  EXPECT_EQ(Wide(bench.probe.act_out), last);
}

TEST(Table, SoftResetBeginsAnew) {
  for (const bool stalled : {false, true}) {
    CoreBench bench;
    Configure(bench);
    StartWithTable(bench, 0);
    bench.steps(50);
    if (stalled) {
      bench.Withdraw();
      bench.steps(arch::kInputFifoWords + 1);
      EXPECT_TRUE(bench.stalls(arch::Stall::kInput));
    }
    ASSERT_TRUE(bench.in(arch::State::kTable));
    EXPECT_NE(bench.probe.load_count, 0u);
    bench.Withdraw();
    EXPECT_FALSE(bench.Write(arch::kRegControl.offset, arch::kControlReset));
    bench.Step();
    EXPECT_TRUE(bench.in(arch::State::kIdle));
    EXPECT_EQ(bench.probe.load_count, 0u);
    EXPECT_EQ(bench.probe.in_level, 0u);
    Configure(bench);
    StartWithTable(bench, 2);
    EXPECT_TRUE(bench.in(arch::State::kTable));
    ExpectTable(bench, 2);
  }
}

}  // namespace
}  // namespace nve::test
