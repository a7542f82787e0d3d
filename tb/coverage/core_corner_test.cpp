// SPDX-License-Identifier: Apache-2.0
// Corners of the core that random programs do not reach, each cycle in lockstep with the golden
// model: every bit of every register, every refused command and START, both resets in every state,
// the longest runs. What a test expects besides is from docs/isa.md, sections 8 and 10.
#include <initializer_list>
#include <ostream>
#include <string>
#include <utility>

#include "arch/build_machine.hpp"
#include "tb/coverage/lockstep_bench.hpp"

namespace nve {
namespace {

using arch::State;
using Values = std::initializer_list<std::pair<const arch::InstructionField*, uint64_t>>;

uint64_t Encode(Values values) {
  uint64_t word = 0;
  for (const auto& [field, value] : values) word |= value << field->lsb;
  return word;
}

constexpr uint64_t kRead = 1, kWrite = 2;

// Takes a word and sends a word.
const uint64_t kTakeAndSend = Encode({{&arch::kMemaOp, kWrite}, {&arch::kActOp, 1}});

struct Program {
  std::vector<uint64_t> code;
  uint32_t first = 0, last = 0;
  uint32_t iterations = 1, extra = 0, runs = 1, packet_words = 0;
};

// An instruction that takes and sends in each part: the core waits for either in every state.
Program AllParts() {
  return {.code = {kTakeAndSend, kTakeAndSend, kTakeAndSend},
          .first = 1,
          .last = 1,
          .iterations = 4,
          .runs = 2};
}

void WriteSettings(LockstepBench& bench, const Program& program) {
  const std::initializer_list<std::pair<const arch::Register*, uint32_t>> settings = {
      {&arch::kRegProgramSize, static_cast<uint32_t>(program.code.size())},
      {&arch::kRegRepeatFirst, program.first},
      {&arch::kRegRepeatLast, program.last},
      {&arch::kRegIterations, program.iterations},
      {&arch::kRegExtra, program.extra},
      {&arch::kRegRuns, program.runs},
      {&arch::kRegPacketWords, program.packet_words}};
  for (const auto& [reg, value] : settings) EXPECT_FALSE(bench.Write(*reg, value)) << reg->name;
}

constexpr size_t kTableWords = arch::kActEntries / arch::kWordPixels;

void LoadAndStart(LockstepBench& bench, const Program& program, size_t words = 0,
                  bool table = false) {
  WriteSettings(bench, program);
  bench.input.clear();
  for (size_t k = 0; table && k < kTableWords; ++k) {
    bench.input.push_back(0xFEDCBA9876543211 * (k + 1));
  }
  bench.input.insert(bench.input.end(), program.code.begin(), program.code.end());
  for (size_t k = 0; k < words; ++k) bench.input.push_back(0x0123456789ABCDEF * (k + 1));
  EXPECT_FALSE(bench.Write(arch::kRegControl, arch::kControlStart | arch::kControlLoad |
                                                  (table ? arch::kControlTable : 0u)));
}

bool IsSetting(const arch::Register& reg) {
  return reg.access == arch::Access::kRw && reg.offset != arch::kRegIrqEnable.offset;
}

uint32_t AllBits(const arch::Register& reg) {
  return reg.bits == 32 ? UINT32_MAX : (1u << reg.bits) - 1;
}

TEST(CoreCorner, EveryBitOfEveryRegisterIsWrittenAndReadBack) {
  LockstepBench bench;
  for (const arch::Register& reg : arch::kRegisters) {
    if (reg.access != arch::Access::kRw) continue;
    const uint32_t all = AllBits(reg);
    for (const uint32_t value : {all, 0u, 0x55555555u & all, 0xAAAAAAAAu & all, 0u}) {
      EXPECT_FALSE(bench.Write(reg, value)) << reg.name;
      EXPECT_EQ(bench.Read(reg.offset), value) << reg.name;
    }
    if (reg.bits < 32) {
      EXPECT_TRUE(bench.Write(reg, all + 1)) << reg.name;
      EXPECT_TRUE(bench.Write(reg, 1u << 31)) << reg.name;
      EXPECT_EQ(bench.Read(reg.offset), 0u) << reg.name;
    }
  }
}

TEST(CoreCorner, OtherOffsetsAreRefusedAndReadZero) {
  LockstepBench bench;
  for (uint32_t offset = 0; offset < 1u << arch::kRegisterSpaceBits; ++offset) {
    bool known = false;
    for (const arch::Register& reg : arch::kRegisters) known |= reg.offset == offset;
    const bool table = offset >= arch::kActTableOffset;
    const uint32_t value = bench.Read(offset);
    EXPECT_EQ(bench.now.reg_rerror != 0, !known && !(table && offset % 4 == 0)) << offset;
    if (known) continue;
    EXPECT_EQ(value, 0u) << offset;
    if (table && offset % 4 == 0) continue;
    EXPECT_TRUE(bench.Write(offset, 0)) << offset;
  }
}

TEST(CoreCorner, TableEntriesHaveEightBits) {
  LockstepBench bench;
  const uint32_t last = arch::kActTableOffset + 4 * (arch::kActEntries - 1);
  for (const uint32_t offset : {arch::kActTableOffset, last}) {
    for (const uint32_t value : {0xFFu, 0u, 0x55u, 0xAAu}) EXPECT_FALSE(bench.Write(offset, value));
    for (int bit = arch::kPixelBits; bit < 32; ++bit) EXPECT_TRUE(bench.Write(offset, 1u << bit));
  }
}

TEST(CoreCorner, CommandsThatMakeNoSenseAreRefused) {
  LockstepBench bench;
  WriteSettings(bench, AllParts());
  constexpr uint32_t kStart = arch::kControlStart, kLoad = arch::kControlLoad,
                     kReset = arch::kControlReset, kTable = arch::kControlTable;
  for (const uint32_t command :
       {kStart | kReset, kLoad, kLoad | kReset, kStart | kLoad | kReset, kTable, kTable | kReset,
        kStart | kTable, kLoad | kTable, kStart | kLoad | kTable | kReset}) {
    EXPECT_TRUE(bench.Write(arch::kRegControl, command)) << command;
  }
  EXPECT_TRUE(bench.In(State::kIdle));
  EXPECT_FALSE(bench.Write(arch::kRegControl, 0));
  for (const arch::Register& reg : {arch::kRegStatus, arch::kRegId, arch::kRegArchId}) {
    EXPECT_TRUE(bench.Write(reg, 0)) << reg.name;
  }
}

TEST(CoreCorner, WritesWhileBusyAreRefused) {
  LockstepBench bench;
  LoadAndStart(bench, AllParts());
  EXPECT_FALSE(bench.In(State::kIdle));
  for (const arch::Register& reg : arch::kRegisters) {
    const bool refused = bench.Write(reg, 0);
    EXPECT_EQ(refused, IsSetting(reg) || reg.access == arch::Access::kRo) << reg.name;
  }
  EXPECT_TRUE(bench.Write(arch::kRegControl, arch::kControlStart));
  EXPECT_TRUE(bench.Write(arch::kActTableOffset, 1));
  EXPECT_TRUE(bench.Write(arch::kActTableOffset, 0x100));
  EXPECT_FALSE(bench.In(State::kIdle));
}

// Every setting by itself below and above what START allows.
TEST(CoreCorner, StartIsRefusedForEverySettingOutOfItsRange) {
  LockstepBench bench;
  const Program good = AllParts();
  for (const arch::Register& reg : arch::kRegisters) {
    if (!IsSetting(reg)) continue;
    std::vector<uint32_t> values;
    if (arch::BuildMachine().RangeOf(reg).min > 0)
      values = {0, arch::BuildMachine().RangeOf(reg).min - 1};
    if (arch::BuildMachine().RangeOf(reg).max < AllBits(reg))
      values.insert(values.end(), {arch::BuildMachine().RangeOf(reg).max + 1, AllBits(reg)});
    if (reg.offset == arch::kRegRepeatFirst.offset) values = {good.last + 1, AllBits(reg)};
    if (reg.offset == arch::kRegRepeatLast.offset) {
      values = {good.first - 1, static_cast<uint32_t>(good.code.size()), AllBits(reg)};
    }
    for (const uint32_t value : values) {
      WriteSettings(bench, good);
      const uint32_t before = bench.Read(reg.offset);
      EXPECT_FALSE(bench.Write(reg, value));
      EXPECT_TRUE(bench.Write(arch::kRegControl, arch::kControlStart)) << reg.name << ' ' << value;
      EXPECT_NE(bench.Read(arch::kRegStatus.offset) & arch::kStatusConfigError, 0u) << reg.name;
      EXPECT_FALSE(bench.Write(reg, before));
    }
  }
  bench.Reset();
  LoadAndStart(bench, good, 12);
  bench.pins.output_ready = true;
  EXPECT_TRUE(bench.Until([&] { return bench.In(State::kIdle); }));
}

struct Situation {
  State state = State::kIdle;
  bool stalled = false;
};

std::string NameOf(const Situation& situation) {
  const std::string state = arch::kStateNames[static_cast<size_t>(situation.state)];
  return state + (situation.stalled ? "Stalled" : "");
}

void PrintTo(const Situation& situation, std::ostream* out) { *out << NameOf(situation); }

std::vector<Situation> Situations() {
  return {{State::kIdle, false},   {State::kLoad, false},   {State::kLoad, true},
          {State::kTable, false},  {State::kTable, true},   {State::kInitial, false},
          {State::kInitial, true}, {State::kRepeat, false}, {State::kRepeat, true},
          {State::kFinal, false},  {State::kFinal, true}};
}

// Brings the core into a situation that lasts for the next cycle too. Without words the core waits
// in the first cycle that needs one.
void Reach(LockstepBench& bench, const Situation& situation) {
  if (situation.state == State::kIdle) return;
  const Program program = {
      .code = std::vector<uint64_t>(12, kTakeAndSend), .first = 4, .last = 4, .iterations = 40};
  size_t words = 1000;
  if (situation.stalled) {
    words = situation.state == State::kInitial ? 2 : situation.state == State::kRepeat ? 7 : 46;
  }
  bench.pins.output_ready = true;
  LoadAndStart(bench, program, words, situation.state == State::kTable);
  const bool loads = situation.state == State::kLoad || situation.state == State::kTable;
  if (loads && situation.stalled) {
    bench.DropInput();
    bench.Cycles(4);
  }
  EXPECT_TRUE(bench.Until(
      [&] { return bench.In(situation.state) && bench.Stalls() == situation.stalled; }, 500))
      << arch::kStateNames[static_cast<size_t>(situation.state)];
  bench.Cycle();
  EXPECT_TRUE(bench.In(situation.state));
}

class ResetIn : public testing::TestWithParam<Situation> {};

TEST_P(ResetIn, SoftResetEndsTheRun) {
  LockstepBench bench;
  // The write is presented a cycle after it is driven: the state must hold until then.
  for (int tries = 0; tries < 8; ++tries) {
    Reach(bench, GetParam());
    bench.pins.reg_write = true;
    bench.pins.reg_write_address = arch::kRegControl.offset;
    bench.pins.reg_write_data = arch::kControlReset;
    bench.Cycle();
    bench.pins.reg_write = false;
    bench.DropInput();
    bench.Cycle();
    EXPECT_TRUE(bench.In(State::kIdle));
    EXPECT_EQ(bench.now.in_level + bench.now.out_level, 0u);
    bench.Cycles(tries);
  }
  bench.pins.output_ready = true;
  LoadAndStart(bench, AllParts(), 12);
  EXPECT_TRUE(bench.Until([&] { return bench.In(State::kIdle); }));
}

TEST_P(ResetIn, PinResetEndsTheRun) {
  LockstepBench bench;
  Reach(bench, GetParam());
  bench.DropInput();
  bench.Reset();
  EXPECT_TRUE(bench.In(State::kIdle));
  EXPECT_EQ(bench.Read(arch::kRegRuns.offset), arch::kRegRuns.reset);
  bench.pins.output_ready = true;
  LoadAndStart(bench, AllParts(), 12);
  EXPECT_TRUE(bench.Until([&] { return bench.In(State::kIdle); }));
}

INSTANTIATE_TEST_SUITE_P(EveryState, ResetIn, testing::ValuesIn(Situations()),
                         [](const auto& parameter) { return NameOf(parameter.param); });

// A soft reset that is presented while the first instruction of a state executes.
TEST(CoreCorner, SoftResetWhileAdvancingInShortStates) {
  LockstepBench bench;
  Program program = AllParts();
  program.iterations = 2;
  for (int delay = 0; delay < 24; ++delay) {
    bench.pins.output_ready = true;
    LoadAndStart(bench, program, 12);
    bench.Cycles(delay);
    bench.Write(arch::kRegControl, arch::kControlReset);
    EXPECT_TRUE(bench.In(State::kIdle)) << delay;
    bench.DropInput();
    bench.Cycle();
  }
}

// Its words are the table's and then the program's, whatever the program does with them.
TEST(CoreCorner, TableBeforeProgram) {
  LockstepBench bench;
  bench.pins.output_ready = true;
  for (const bool table : {true, false, true}) {
    LoadAndStart(bench, AllParts(), 12, table);
    EXPECT_EQ(bench.In(State::kTable), table);
    EXPECT_TRUE(bench.Until([&] { return bench.In(State::kIdle); }));
    bench.DropInput();
    bench.Cycles(20);
  }
}

TEST(CoreCorner, LongestRuns) {
  LockstepBench bench;
  LoadAndStart(bench, {.code = {0}, .runs = 65535, .packet_words = UINT32_MAX});
  EXPECT_TRUE(bench.Until([&] { return bench.In(State::kIdle); }));
  EXPECT_EQ(bench.Read(arch::kRegIrq.offset), arch::kIrqDone);
}

TEST(CoreCorner, WholeBufferRepeated) {
  LockstepBench bench;
  std::vector<uint64_t> code;
  for (uint64_t k = 0; k < static_cast<uint64_t>(arch::BuildSizes().instruction_words); ++k) {
    code.push_back(Encode({{&arch::kMemaOp, kRead},
                           {&arch::kMemaOffset, k},
                           {&arch::kMembOp, kRead},
                           {&arch::kMembOffset, k}}));
  }
  const Program program = {.code = code,
                           .last = static_cast<uint32_t>(arch::BuildSizes().instruction_words - 1),
                           .iterations = 3};
  LoadAndStart(bench, program);
  EXPECT_TRUE(bench.Until([&] { return bench.In(State::kIdle); }));
}

// Patterns that stay or begin anew in every pass.
TEST(CoreCorner, AddressPatternsWithZeros) {
  LockstepBench bench;
  for (const uint32_t inc : {0u, 1u, 2047u}) {
    for (const uint32_t toggle : {0u, 1u, 5u}) {
      for (uint64_t update : {0u, 1u, 2047u}) {
        EXPECT_FALSE(bench.Write(arch::kRegAguInc1, inc));
        EXPECT_FALSE(bench.Write(arch::kRegAguToggle1, toggle));
        const uint64_t word = Encode({{&arch::kMemaOp, kRead},
                                      {&arch::kMemaUpdate, update},
                                      {&arch::kMemaMode, 1},
                                      {&arch::kMembOp, kRead},
                                      {&arch::kMembUpdate, update},
                                      {&arch::kMembMode, 1}});
        LoadAndStart(bench, {.code = {word}, .iterations = 9});
        EXPECT_TRUE(bench.Until([&] { return bench.In(State::kIdle); }));
      }
    }
  }
}

// The last word of a START enters the output FIFO in the first idle cycle; a START is accepted in
// it.
TEST(CoreCorner, StartWhileAResultEntersTheFifo) {
  LockstepBench bench;
  bench.pins.output_ready = true;
  LoadAndStart(bench, {.code = {Encode({{&arch::kActOp, 1}})}, .iterations = 3, .packet_words = 2});
  bench.pins.reg_write = true;
  bench.pins.reg_write_address = arch::kRegControl.offset;
  bench.pins.reg_write_data = arch::kControlStart;
  EXPECT_TRUE(bench.Until([&] { return bench.In(State::kIdle) && bench.now.act_push != 0; }, 50));
  EXPECT_EQ(bench.now.reg_werror, 0u);
  bench.Cycle();
  EXPECT_FALSE(bench.In(State::kIdle));
  bench.pins.reg_write = false;
  EXPECT_TRUE(bench.Until([&] { return bench.In(State::kIdle) && bench.now.m_tvalid == 0; }));
}

// IRQ is cleared by a one; DONE of the same cycle stays.
TEST(CoreCorner, InterruptIsClearedAndSetInOneCycle) {
  LockstepBench bench;
  EXPECT_FALSE(bench.Write(arch::kRegIrqEnable, 1));
  LoadAndStart(bench, {.code = {0}, .iterations = 20});
  bench.pins.reg_write = true;
  bench.pins.reg_write_address = arch::kRegIrq.offset;
  bench.pins.reg_write_data = arch::kIrqDone;
  EXPECT_TRUE(bench.Until([&] { return bench.In(State::kIdle); }));
  EXPECT_EQ(bench.now.irq, 1u);
  bench.Cycle();
  EXPECT_EQ(bench.now.irq, 0u);
  bench.pins.reg_write = false;
}

// The word a full core waits for comes: now it waits for room.
TEST(CoreCorner, InputStallBecomesOutputStall) {
  LockstepBench bench;
  LoadAndStart(bench, {.code = {kTakeAndSend}, .iterations = 40},
               arch::BuildSizes().output_fifo_words);
  const auto stalls = [&](arch::Stall stall) {
    return bench.now.stall == static_cast<uint32_t>(stall);
  };
  EXPECT_TRUE(bench.Until([&] {
    return bench.now.out_level == static_cast<uint32_t>(arch::BuildSizes().output_fifo_words) &&
           stalls(arch::Stall::kInput);
  }));
  bench.input.push_back(1);
  bench.Cycle();
  EXPECT_TRUE(stalls(arch::Stall::kOutput));
  bench.Cycle();
  EXPECT_TRUE(stalls(arch::Stall::kOutput));
}

// TLAST of the input is ignored.
TEST(CoreCorner, InputTlastIsIgnored) {
  LockstepBench bench;
  bench.pins.stream_last = true;
  bench.pins.output_ready = true;
  LoadAndStart(bench, AllParts(), 6);
  bench.Cycles(5);
  bench.pins.stream_last = false;
  bench.Cycle();
  bench.pins.stream_last = true;
  bench.Cycles(30);
  for (int k = 0; k < 6; ++k) bench.input.push_back(~0ull << k);
  EXPECT_TRUE(bench.Until([&] { return bench.In(State::kIdle); }));
}

}  // namespace
}  // namespace nve
