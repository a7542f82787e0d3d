// SPDX-License-Identifier: Apache-2.0
// The register file: reads, every refusal rule, configuration errors (docs/isa.md, section 10).
#include <gtest/gtest.h>

#include <iterator>
#include <ostream>
#include <set>
#include <string>

#include "tests/unit/model/golden/test_core.hpp"

namespace nve::golden {
namespace {

constexpr uint32_t kControl = arch::kRegControl.offset;

uint32_t AllOnes(int bits) { return static_cast<uint32_t>((uint64_t{1} << bits) - 1); }

TEST(RegisterTest, ResetValues) {
  TestCore test;
  EXPECT_EQ(test.Read(arch::kRegId.offset), 0x4E564531u);
  EXPECT_EQ(test.Read(arch::kRegArchId.offset), arch::kArchId);
  EXPECT_EQ(test.Read(arch::kRegStride.offset), 1u);
  EXPECT_EQ(test.Read(arch::kRegProgramSize.offset), 0u);
}

TEST(RegisterTest, ReadWriteRegistersKeepAllTheirBits) {
  TestCore test;
  uint32_t value = 1;
  for (const arch::Register& reg : arch::kRegisters) {
    if (reg.access != arch::Access::kRw) continue;
    const uint32_t data = AllOnes(reg.bits) ^ (reg.bits > 8 ? value++ : 0);
    EXPECT_FALSE(test.Write(reg.offset, data)) << reg.name;
    EXPECT_EQ(test.Read(reg.offset), data) << reg.name;
  }
  // Each has its own storage: all values are still there.
  value = 1;
  for (const arch::Register& reg : arch::kRegisters) {
    if (reg.access != arch::Access::kRw) continue;
    EXPECT_EQ(test.Read(reg.offset), AllOnes(reg.bits) ^ (reg.bits > 8 ? value++ : 0)) << reg.name;
  }
}

struct ShownSetting {
  arch::Register reg;
  uint32_t arch::Probe::*field;
  uint32_t value;  // to be written; every setting another one
};

constexpr ShownSetting kShownSettings[] = {
    {arch::kRegIrqEnable, &arch::Probe::irq_enable, 1},
    {arch::kRegProgramSize, &arch::Probe::program_size, 0xFFFF},
    {arch::kRegRepeatFirst, &arch::Probe::repeat_first, 0x8001},
    {arch::kRegRepeatLast, &arch::Probe::repeat_last, 0x1234},
    {arch::kRegIterations, &arch::Probe::iterations, 0xFFFE},
    {arch::kRegExtra, &arch::Probe::extra, 0xABCD},
    {arch::kRegRuns, &arch::Probe::runs, 0x4321},
    {arch::kRegStride, &arch::Probe::stride, 0x8002},
    {arch::kRegBiasShift, &arch::Probe::bias_shift, 0x8010},
    {arch::kRegActShift, &arch::Probe::act_shift, 0x801F},
    {arch::kRegPacketWords, &arch::Probe::packet_words, 0xFFFF'FFFD},
    {arch::kRegAguInc1, &arch::Probe::agu_inc1, 0xF001},
    {arch::kRegAguToggle1, &arch::Probe::agu_toggle1, 0xF002},
    {arch::kRegAguInc2, &arch::Probe::agu_inc2, 0xF003},
    {arch::kRegAguToggle2, &arch::Probe::agu_toggle2, 0xF004},
    {arch::kRegAguInc3, &arch::Probe::agu_inc3, 0xF005},
    {arch::kRegAguToggle3, &arch::Probe::agu_toggle3, 0xF006}};

// Of all settings, the first `written` ones written, the others never.
void ExpectShown(const arch::Probe& probe, size_t written) {
  for (size_t i = 0; i < std::size(kShownSettings); ++i) {
    const ShownSetting& shown = kShownSettings[i];
    const uint32_t expected = i < written ? shown.value : arch::ResetOf(shown.reg);
    EXPECT_EQ(probe.*shown.field, expected) << shown.reg.name << " after " << written;
  }
}

TEST(RegisterTest, ProbeShowsEverySettingAsWrittenAllowedOrNot) {
  TestCore test;
  EXPECT_EQ(test.Peek().stride, 1u);
  size_t written = 0;
  for (const ShownSetting& shown : kShownSettings) {
    arch::ProbeInputs in{};
    in.reg_write = 1;
    in.reg_waddr = shown.reg.offset;
    in.reg_wdata = shown.value;
    ExpectShown(test.core.Evaluate(in), written);
    test.core.Commit(in);
    ExpectShown(test.Peek(), ++written);
  }
  for (const ShownSetting& shown : kShownSettings) {
    if (shown.reg.bits == 32) continue;
    EXPECT_TRUE(test.Write(shown.reg.offset, uint32_t{1} << shown.reg.bits)) << shown.reg.name;
  }
  ExpectShown(test.Peek(), written);
  EXPECT_FALSE(test.Write(kControl, arch::kControlReset));
  ExpectShown(test.Peek(), written);
  test.core.Reset();
  ExpectShown(test.Peek(), 0);
}

TEST(RegisterTest, WriteTakesEffectAtTheEndOfItsCycle) {
  TestCore test;
  arch::ProbeInputs in{};
  in.reg_write = 1;
  in.reg_waddr = in.reg_raddr = arch::kRegRuns.offset;
  in.reg_wdata = 9;
  EXPECT_EQ(test.core.Evaluate(in).reg_rdata, 0u);
  test.core.Commit(in);
  EXPECT_EQ(test.core.Evaluate(in).reg_rdata, 9u);
}

TEST(RegisterTest, RefusesBitsAboveTheImplementedOnes) {
  TestCore test;
  for (const arch::Register& reg : arch::kRegisters) {
    if (reg.bits == 32 || reg.access == arch::Access::kRo) continue;
    const uint32_t before = test.Read(reg.offset);
    EXPECT_TRUE(test.Write(reg.offset, uint32_t{1} << reg.bits)) << reg.name;
    EXPECT_EQ(test.Read(reg.offset), before) << reg.name;
  }
}

TEST(RegisterTest, RefusesReadOnlyRegisters) {
  TestCore test;
  for (const arch::Register& reg : arch::kRegisters) {
    if (reg.access != arch::Access::kRo) continue;
    EXPECT_TRUE(test.Write(reg.offset, 0)) << reg.name;
  }
}

// Up to the first one behind the table.
TEST(RegisterTest, EveryOffsetAnswersAsListed) {
  constexpr uint32_t kBehind = arch::kActTableOffset + 4 * arch::kActEntries;
  std::set<uint32_t> named;
  for (const arch::Register& reg : arch::kRegisters) named.insert(reg.offset);
  TestCore test;
  for (uint32_t offset = 0; offset <= kBehind; ++offset) {
    const bool in_table = offset >= arch::kActTableOffset && offset < kBehind && offset % 4 == 0;
    const bool known = in_table || named.count(offset) != 0;
    ASSERT_EQ(test.ReadError(offset), !known) << offset;
    if (!known || in_table) {
      ASSERT_EQ(test.Read(offset), 0u) << offset;
    }
    if (!known) {
      ASSERT_TRUE(test.Write(offset, 0)) << offset;
    }
  }
}

TEST(RegisterTest, RefusalIsShownOnlyWithAPresentedWrite) {
  TestCore test;
  arch::ProbeInputs in{};
  in.reg_waddr = arch::kRegId.offset;
  EXPECT_EQ(test.core.Evaluate(in).reg_werror, 0u);
  in.reg_write = 1;
  EXPECT_EQ(test.core.Evaluate(in).reg_werror, 1u);
}

TEST(TableTest, TakesEightBitsAndReadsZero) {
  TestCore test;
  const uint32_t last = arch::kActTableOffset + 4 * (arch::kActEntries - 1);
  EXPECT_FALSE(test.Write(arch::kActTableOffset, 0xFF));
  EXPECT_FALSE(test.Write(last, 0x7E));
  EXPECT_TRUE(test.Write(last, 0x100));
  EXPECT_TRUE(test.Write(last + 1, 0));
  EXPECT_EQ(test.core.TableEntry(0), 0xFF);
  EXPECT_EQ(test.core.TableEntry(arch::kActEntries - 1), 0x7E);
  EXPECT_EQ(test.Read(last), 0u);
  EXPECT_FALSE(test.ReadError(last));
}

// What the probe shows of the table in a cycle that presents a write; the cycle does not end.
struct TableWrite {
  uint32_t write;
  uint32_t address;
  bool operator==(const TableWrite&) const = default;
};

void PrintTo(const TableWrite& shown, std::ostream* os) {
  *os << shown.write << " entry " << shown.address;
}

TableWrite Presented(TestCore& test, uint32_t offset, uint32_t data, bool presented = true) {
  arch::ProbeInputs in{};
  in.reg_write = presented;
  in.reg_waddr = offset;
  in.reg_wdata = data;
  const arch::Probe& probe = test.core.Evaluate(in);
  return {probe.table_write, probe.table_address};
}

constexpr TableWrite kNoTableWrite{0, 0};

TEST(TableTest, ProbeShowsTheEntryInTheCycleOfTheWrite) {
  TestCore test;
  EXPECT_EQ(Presented(test, arch::kActTableOffset, 0x12), (TableWrite{1, 0}));
  EXPECT_EQ(Presented(test, arch::kActTableOffset + 4 * 37, 0), (TableWrite{1, 37}));
  EXPECT_EQ(Presented(test, arch::kActTableOffset + 4 * (arch::kActEntries - 1), 0xFF),
            (TableWrite{1, arch::kActEntries - 1}));
  EXPECT_FALSE(test.Write(arch::kActTableOffset + 4, 1));
  EXPECT_EQ(test.Peek().table_write, 0u);
  EXPECT_EQ(test.Peek().table_address, 0u);
}

TEST(TableTest, ProbeShowsNoWriteThatIsRefusedOrNotPresentedOrElsewhere) {
  TestCore test;
  const uint32_t entry = arch::kActTableOffset + 4 * 37;
  EXPECT_EQ(Presented(test, entry, 0x100), kNoTableWrite);
  EXPECT_EQ(Presented(test, entry + 2, 0), kNoTableWrite);
  EXPECT_EQ(Presented(test, entry, 0, /*presented=*/false), kNoTableWrite);
  EXPECT_EQ(Presented(test, arch::kRegRuns.offset, 1), kNoTableWrite);
  EXPECT_EQ(Presented(test, arch::kActTableOffset - 4, 0), kNoTableWrite);
  test.Load(Once({Slots().MemaWr(0), Nop()}));  // stalls for a word
  EXPECT_EQ(Presented(test, entry, 0), kNoTableWrite) << "busy";
  EXPECT_FALSE(test.Write(kControl, arch::kControlReset));
  EXPECT_EQ(Presented(test, entry, 0), (TableWrite{1, 37}));
}

TEST(BusyTest, OnlyControlAndInterruptRegistersMayBeWritten) {
  TestCore test;
  test.Load(Once({Slots().MemaWr(0), Nop()}));  // stalls for a word
  for (const arch::Register& reg : arch::kRegisters) {
    if (reg.access != arch::Access::kRw) continue;
    const bool allowed = reg.offset == arch::kRegIrqEnable.offset;
    const uint32_t before = test.Read(reg.offset);
    EXPECT_EQ(test.Write(reg.offset, before ^ 1), !allowed) << reg.name;
    EXPECT_EQ(test.Read(reg.offset), allowed ? before ^ 1 : before) << reg.name;
  }
  EXPECT_TRUE(test.Write(arch::kActTableOffset, 1));
  EXPECT_EQ(test.core.TableEntry(0), 0);
  EXPECT_FALSE(test.Write(arch::kRegIrq.offset, 1));
  EXPECT_FALSE(test.Write(kControl, 0));
  EXPECT_TRUE(test.Write(kControl, arch::kControlStart));
  EXPECT_TRUE(test.Write(kControl, arch::kControlStart | arch::kControlLoad));
  EXPECT_TRUE(In(test.Peek(), arch::State::kRepeat));
  EXPECT_EQ(test.Read(arch::kRegStatus.offset) & arch::kStatusConfigError, 0u);
  EXPECT_FALSE(test.Write(kControl, arch::kControlReset));
  EXPECT_TRUE(In(test.Peek(), arch::State::kIdle));
}

TEST(BusyTest, LoadStateIsBusy) {
  TestCore test;
  test.Configure(Once({Nop()}));
  test.Write(kControl, arch::kControlStart | arch::kControlLoad);
  EXPECT_TRUE(test.Write(arch::kRegRuns.offset, 1));
}

TEST(BusyTest, TableStateIsBusy) {
  TestCore test;
  test.Configure(Once({Nop()}));
  constexpr uint32_t kAll = arch::kControlStart | arch::kControlLoad | arch::kControlTable;
  EXPECT_FALSE(test.Write(kControl, kAll));
  EXPECT_TRUE(test.Write(arch::kRegRuns.offset, 1));
  EXPECT_TRUE(test.Write(arch::kActTableOffset, 1));
  EXPECT_EQ(test.core.TableEntry(0), 0);
  EXPECT_TRUE(test.Write(kControl, kAll));
  EXPECT_FALSE(test.Write(kControl, 0));
  EXPECT_FALSE(test.Write(arch::kRegIrq.offset, 1));
  EXPECT_FALSE(test.Write(arch::kRegIrqEnable.offset, 1));
  // State 5, stalled on input.
  EXPECT_EQ(test.Read(arch::kRegStatus.offset), 5u | 1u << 4 | 1u << 6);
}

TEST(StatusTest, ShowsStateStallBusyAndPc) {
  TestCore test;
  test.Load(Once({Nop(), Nop(), Slots().MemaWr(0), Nop()}));
  test.Step();
  EXPECT_EQ(test.Read(arch::kRegStatus.offset), 3u | 1u << 6 | 1u << 8);
  test.Step();
  EXPECT_EQ(test.Read(arch::kRegStatus.offset), 3u | 1u << 4 | 1u << 6 | 2u << 8);
}

TEST(ControlTest, RefusedCombinationsHaveNoEffect) {
  TestCore test;
  test.Trace(Once({Nop()}));  // settings are allowed
  test.source = {1};
  test.Step();
  constexpr uint32_t kStart = arch::kControlStart;
  constexpr uint32_t kLoad = arch::kControlLoad;
  constexpr uint32_t kReset = arch::kControlReset;
  constexpr uint32_t kTable = arch::kControlTable;
  for (const uint32_t data :
       {kStart | kReset, kLoad, kLoad | kReset, kStart | kLoad | kReset, kTable, kTable | kStart,
        kTable | kLoad, kTable | kReset, kTable | kStart | kLoad | kReset, 16u, 16u | kStart,
        16u | kStart | kLoad | kTable}) {
    EXPECT_TRUE(test.Write(kControl, data)) << data;
    const arch::Probe probe = test.Peek();
    EXPECT_TRUE(In(probe, arch::State::kIdle)) << data;
    EXPECT_EQ(probe.in_level, 1u) << data;
    EXPECT_EQ(test.Read(arch::kRegStatus.offset), 0u) << data;
  }
  EXPECT_FALSE(test.Write(kControl, 0));
  EXPECT_TRUE(In(test.Peek(), arch::State::kIdle));
  EXPECT_EQ(test.Read(kControl), 0u);
  EXPECT_FALSE(test.ReadError(kControl));
}

TEST(ControlTest, MalformedCommandDoesNotReportTheSettings) {
  TestCore test;  // reset values: PROGRAM_SIZE 0 is not allowed
  EXPECT_TRUE(test.Write(kControl, arch::kControlStart | arch::kControlReset));
  EXPECT_TRUE(test.Write(kControl, arch::kControlTable | arch::kControlStart));
  EXPECT_TRUE(test.Write(kControl, 16u | arch::kControlStart));
  EXPECT_EQ(test.Read(arch::kRegStatus.offset), 0u);
}

struct BadSetting {
  std::string name;
  uint32_t offset;
  uint32_t value;
};

void PrintTo(const BadSetting& bad, std::ostream* os) { *os << bad.name << " = " << bad.value; }

class ConfigErrorTest : public testing::TestWithParam<BadSetting> {};

TEST_P(ConfigErrorTest, StartIsRefusedUntilTheSettingIsRepaired) {
  TestProgram program;
  program.initial = {Nop(), Nop()};
  program.repeated = {Nop(), Nop()};
  program.final = {Nop()};
  TestCore test;
  test.Trace(program);
  const uint32_t good = test.Read(GetParam().offset);
  EXPECT_FALSE(test.Write(GetParam().offset, GetParam().value));
  EXPECT_TRUE(test.Write(kControl, arch::kControlStart));
  EXPECT_EQ(test.Read(arch::kRegStatus.offset), arch::kStatusConfigError);
  EXPECT_EQ(test.Peek().config_error, 1u);
  EXPECT_TRUE(In(test.Peek(), arch::State::kIdle));
  test.Step();
  EXPECT_EQ(test.Read(arch::kRegStatus.offset), arch::kStatusConfigError);

  EXPECT_FALSE(test.Write(GetParam().offset, good));
  EXPECT_EQ(test.Peek().config_error, 1u);
  EXPECT_FALSE(test.Write(kControl, arch::kControlStart));
  EXPECT_EQ(test.Read(arch::kRegStatus.offset) & arch::kStatusConfigError, 0u);
  EXPECT_EQ(test.Peek().config_error, 0u);
  EXPECT_EQ(test.RunToIdle().size(), 7u);
}

// The program is 5 long and repeats 2 to 3.
INSTANTIATE_TEST_SUITE_P(
    EverySetting, ConfigErrorTest,
    testing::Values(BadSetting{"PROGRAM_SIZE", arch::kRegProgramSize.offset, 0},
                    BadSetting{"PROGRAM_SIZE", arch::kRegProgramSize.offset, 3},
                    BadSetting{"PROGRAM_SIZE", arch::kRegProgramSize.offset,
                               arch::kInstructionWords + 1},
                    BadSetting{"PROGRAM_SIZE", arch::kRegProgramSize.offset, 65535},
                    BadSetting{"REPEAT_FIRST", arch::kRegRepeatFirst.offset, 4},
                    BadSetting{"REPEAT_LAST", arch::kRegRepeatLast.offset, 1},
                    BadSetting{"REPEAT_LAST", arch::kRegRepeatLast.offset, 5},
                    BadSetting{"ITERATIONS", arch::kRegIterations.offset, 0},
                    BadSetting{"EXTRA", arch::kRegExtra.offset, arch::kMaxExtraPasses + 1},
                    BadSetting{"RUNS", arch::kRegRuns.offset, 0},
                    BadSetting{"STRIDE", arch::kRegStride.offset, 0},
                    BadSetting{"STRIDE", arch::kRegStride.offset, arch::kMaxStride + 1},
                    BadSetting{"BIAS_SHIFT", arch::kRegBiasShift.offset, arch::kMaxBiasShift + 1},
                    BadSetting{"ACT_SHIFT", arch::kRegActShift.offset, arch::kMaxActShift + 1},
                    BadSetting{"AGU_INC1", arch::kRegAguInc1.offset, 2048},
                    BadSetting{"AGU_TOGGLE1", arch::kRegAguToggle1.offset, 2048},
                    BadSetting{"AGU_INC2", arch::kRegAguInc2.offset, 2048},
                    BadSetting{"AGU_TOGGLE2", arch::kRegAguToggle2.offset, 2048},
                    BadSetting{"AGU_INC3", arch::kRegAguInc3.offset, 2048},
                    BadSetting{"AGU_TOGGLE3", arch::kRegAguToggle3.offset, 65535}));

TEST(ConfigTest, StartWithTableLooksAtTheSettingsToo) {
  TestCore test;  // PROGRAM_SIZE 0 is not allowed
  EXPECT_TRUE(test.Write(kControl, arch::kControlStart | arch::kControlLoad | arch::kControlTable));
  EXPECT_EQ(test.Read(arch::kRegStatus.offset), arch::kStatusConfigError);
}

TEST(ConfigTest, LargestAllowedSettings) {
  TestProgram program = Once({Nop()});
  program.iterations = 65535;
  program.extra = arch::kMaxExtraPasses;
  program.runs = 65535;
  program.stride = arch::kMaxStride;
  program.bias_shift = arch::kMaxBiasShift;
  program.act_shift = arch::kMaxActShift;
  program.packet_words = 0xFFFFFFFF;
  program.agu_inc = {2047, 2047, 2047};
  program.agu_toggle = {2047, 2047, 2047};
  TestCore test;
  test.Configure(program);
  EXPECT_FALSE(test.Write(kControl, arch::kControlStart));
}

TEST(ConfigTest, SoftResetClearsTheError) {
  TestCore test;
  EXPECT_TRUE(test.Write(kControl, arch::kControlStart));
  EXPECT_EQ(test.Read(arch::kRegStatus.offset), arch::kStatusConfigError);
  EXPECT_EQ(test.Peek().config_error, 1u);
  EXPECT_FALSE(test.Write(kControl, arch::kControlReset));
  EXPECT_EQ(test.Read(arch::kRegStatus.offset), 0u);
  EXPECT_EQ(test.Peek().config_error, 0u);
}

}  // namespace
}  // namespace nve::golden
