// SPDX-License-Identifier: Apache-2.0
// START with TABLE: the activation table comes from the stream, before the instructions
// (docs/isa.md, sections 8, 10, 12 and 13).
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "model/golden/running.hpp"
#include "model/golden/state.hpp"
#include "tests/unit/model/golden/test_core.hpp"

namespace nve::golden {
namespace {

using arch::Stall;
using arch::State;

constexpr uint32_t kStartWithTable = arch::kControlStart | arch::kControlLoad | arch::kControlTable;

// No two neighbours are equal, and none is 0, as the entries of a new model are.
uint8_t Entry(int index) { return static_cast<uint8_t>(1 + (3 * index + index / 256) % 255); }

// A core in the first cycle of state table, with `words` of the table to come.
void Begin(TestCore& test, const TestProgram& program, size_t words) {
  test.Configure(program);
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, kStartWithTable));
  const std::vector<uint64_t> table = TableWords(Entry);
  test.source.assign(table.begin(), table.begin() + static_cast<std::ptrdiff_t>(words));
}

int EntriesLoaded(const TestCore& test) {
  int loaded = 0;
  for (int i = 0; i < arch::kActEntries; ++i) loaded += test.core.TableEntry(i) == Entry(i);
  return loaded;
}

TEST(RunningTest, StatesThatExecute) {
  for (const State state : {State::kIdle, State::kLoad, State::kTable}) {
    EXPECT_FALSE(IsRunning(state));
  }
  for (const State state : {State::kInitial, State::kRepeat, State::kFinal}) {
    EXPECT_TRUE(IsRunning(state));
  }
  EXPECT_FALSE(IsRunning(7u)) << "no state";
}

TEST(TableLoadTest, EveryEntryComesFromItsPixel) {
  TestCore test;
  test.LoadWithTable(Once({Slots().ShRi()}), Entry);
  for (int i = 0; i < arch::kActEntries; ++i) {
    ASSERT_EQ(test.core.TableEntry(i), Entry(i)) << i;
  }
  EXPECT_EQ(test.core.InstructionWord(0), Slots().ShRi().word());
  EXPECT_TRUE(In(test.Peek(), State::kRepeat));
  EXPECT_TRUE(test.source.empty());
}

TEST(TableLoadTest, TakesAWordInEveryCycleAndThenTheInstructions) {
  TestCore test;
  Begin(test, Once({Nop(), Nop()}), kTableWords);
  test.source.insert(test.source.end(), {Slots().ShRw().word(), Slots().ShRi().word(), 0xAA});
  arch::Probe probe = test.Step();
  EXPECT_TRUE(In(probe, State::kTable));
  EXPECT_TRUE(Stalled(probe, Stall::kInput)) << "the first word enters the FIFO";
  for (uint32_t word = 0; word < kTableWords; ++word) {
    probe = test.Step();
    EXPECT_TRUE(In(probe, State::kTable)) << word;
    EXPECT_TRUE(Stalled(probe, Stall::kNone)) << word;
    EXPECT_EQ(probe.load_count, word);
    EXPECT_EQ(probe.table_write, 1u) << word;
    EXPECT_EQ(probe.table_address, 8 * word);
    EXPECT_EQ(Word(probe.in_word), TableWords(Entry)[word]);
    EXPECT_EQ(Word(probe.instruction), 0u) << "nothing executes";
    EXPECT_EQ(probe.agu_write + probe.write_a + probe.write_b, 0u) << word;
  }
  for (uint32_t count = 0; count < 3; ++count) {
    probe = test.Step();
    EXPECT_TRUE(In(probe, State::kLoad)) << count;
    EXPECT_TRUE(Stalled(probe, Stall::kNone)) << count;
    EXPECT_EQ(probe.load_count, count);
    EXPECT_EQ(probe.table_write + probe.table_address, 0u);
  }
  probe = test.Step();
  EXPECT_TRUE(In(probe, State::kRepeat));
  EXPECT_EQ(Word(probe.instruction), Slots().ShRw().word());
  EXPECT_EQ(test.core.InstructionWord(1), Slots().ShRi().word());
  EXPECT_EQ(probe.in_level, 1u) << "no word beyond the program is taken";
}

TEST(TableLoadTest, StallsWhileNoWordIsThere) {
  TestCore test;
  Begin(test, Once({Nop()}), 0);
  for (uint32_t word = 0; word < 3; ++word) {
    for (int i = 0; i < 2; ++i) {
      const arch::Probe probe = test.Step();
      EXPECT_TRUE(In(probe, State::kTable));
      EXPECT_TRUE(Stalled(probe, Stall::kInput)) << word;
      EXPECT_EQ(probe.load_count, word);
      EXPECT_EQ(probe.table_write + probe.table_address, 0u);
    }
    test.source.push_back(TableWords(Entry)[word]);
    EXPECT_TRUE(Stalled(test.Step(), Stall::kInput)) << "a word that arrives ends the next stall";
    EXPECT_TRUE(Stalled(test.Step(), Stall::kNone));
    EXPECT_EQ(EntriesLoaded(test), static_cast<int>(8 * (word + 1)));
  }
}

TEST(TableLoadTest, WordsInTheFifoBeforeStartAreTheFirst) {
  TestCore test;
  test.Configure(Once({Nop()}));
  test.source = {TableWords(Entry)[0], TableWords(Entry)[1]};
  test.Step();
  test.Step();
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, kStartWithTable));
  EXPECT_EQ(test.Step().table_write, 1u);
  EXPECT_EQ(test.Step().table_address, 8u);
  EXPECT_TRUE(Stalled(test.Step(), Stall::kInput));
  EXPECT_EQ(EntriesLoaded(test), 16);
}

TEST(TableLoadTest, SoftResetKeepsTheWordOfItsCycle) {
  TestCore test;
  Begin(test, Once({Nop()}), kTableWords);
  for (int i = 0; i < 5; ++i) test.Step();
  EXPECT_EQ(test.Peek().table_address, 32u);
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlReset));
  const arch::Probe probe = test.Peek();
  EXPECT_TRUE(In(probe, State::kIdle));
  EXPECT_EQ(probe.load_count + probe.in_level, 0u);
  EXPECT_EQ(EntriesLoaded(test), 40) << "memory writes of the cycle still happen";
  // It begins at entry 0 again.
  test.source.clear();
  test.LoadWithTable(Once({Nop()}), Entry);
  EXPECT_EQ(EntriesLoaded(test), arch::kActEntries);
}

TEST(TableLoadTest, WriteOfAnEntryIsRefusedInACycleThatTakesAWord) {
  TestCore test;
  Begin(test, Once({Nop()}), 2);
  test.Step();
  arch::ProbeInputs in{};
  in.reg_write = 1;
  in.reg_waddr = arch::kActTableOffset + 4 * 900;
  in.reg_wdata = 0x7E;
  const arch::Probe probe = test.core.Evaluate(in);
  EXPECT_EQ(probe.reg_werror, 1u);
  EXPECT_EQ(probe.table_write, 1u);
  EXPECT_EQ(probe.table_address, 0u) << "the word's, not the write's";
  EXPECT_TRUE(test.Write(in.reg_waddr, in.reg_wdata));
  EXPECT_EQ(test.core.TableEntry(900), 0);
  EXPECT_EQ(EntriesLoaded(test), 8);
}

TEST(TableLoadTest, StartWithoutItKeepsTheTable) {
  TestCore test;
  test.LoadWithTable(Once({Nop()}), Entry);
  test.RunToIdle();
  test.Trace(Once({Slots().ShRi()}));
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlStart));
  EXPECT_TRUE(In(test.Peek(), State::kLoad));
  test.RunToIdle();
  EXPECT_EQ(EntriesLoaded(test), arch::kActEntries);
}

TEST(TableLoadTest, RegistersChangeEntriesAfterwards) {
  TestCore test;
  test.LoadWithTable(Once({Nop()}), Entry);
  test.RunToIdle();
  EXPECT_FALSE(test.Write(arch::kActTableOffset + 4 * 9, Entry(9) ^ 0xFF));
  EXPECT_EQ(test.core.TableEntry(9), Entry(9) ^ 0xFF);
  EXPECT_EQ(EntriesLoaded(test), arch::kActEntries - 1);
}

TEST(TableLoadTest, ActLooksUpWhatWasLoaded) {
  TestCore test;
  test.LoadWithTable(Once({Slots().ActLo(), Nop()}), Entry);
  test.RunToIdle();
  test.Step();
  ASSERT_EQ(test.sink.size(), 1u);
  EXPECT_EQ(test.sink[0].data, uint64_t{Entry(0)} * 0x0101'0101'0101'0101u);
}

// A word held by the datapath stays through the state, like in idle and load.
TEST(TableLoadTest, DatapathHolds) {
  TestCore test;
  test.FillLocal({Ramp(1), Ramp(9)});
  const arch::Probe before = test.Trace(Once({Slots().MemaRd(0).MembRd(1)})).back();
  EXPECT_EQ(before.read_a + before.read_b, 2u);
  Begin(test, Once({Nop()}), kTableWords);
  for (uint32_t i = 0; i <= kTableWords; ++i) {
    const arch::Probe probe = test.Step();
    ASSERT_EQ(Word(probe.read_a_data), Ramp(1)) << i;
    ASSERT_EQ(Word(probe.read_b_data), Ramp(9)) << i;
  }
}

}  // namespace
}  // namespace nve::golden
