// SPDX-License-Identifier: Apache-2.0
// Settings, refusals and reset values of the core (isa.md section 10).
#include <set>
#include <string>
#include <utility>

#include "core_bench.hpp"

namespace nve::test {
namespace {

uint32_t OnesOf(const arch::Register& reg) { return reg.bits == 32 ? ~0u : (1u << reg.bits) - 1; }

/// All that can be seen of the core but the register bus.
arch::Probe StateOf(const CoreBench& bench) {
  arch::Probe state = bench.probe;
  state.reg_werror = state.reg_rdata = state.reg_rerror = 0;
  return state;
}

bool Same(const arch::Probe& a, const arch::Probe& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// The core waits, so that whatever changes is the write's doing.
void ExpectRefused(CoreBench& bench, uint32_t offset, uint32_t data) {
  const arch::Probe before = StateOf(bench);
  EXPECT_TRUE(bench.Write(offset, data));
  EXPECT_TRUE(Same(StateOf(bench), before));
  bench.Step();
  EXPECT_TRUE(Same(StateOf(bench), before));
}

/// Leaves the core idle with a program, settings that START accepts, and DONE set.
void FinishAProgram(CoreBench& bench) {
  bench.configure(1, 0, 0, 1);
  bench.LoadAndStart({{}});
  ASSERT_TRUE(bench.RunTo(arch::State::kIdle));
  bench.steps(5);
  ASSERT_EQ(bench.probe.irq_causes, arch::kIrqDone);
}

TEST(Registers, ResetValues) {
  CoreBench bench;
  arch::Probe expected{};
  expected.s_tready = 1;
  expected.stride = arch::kRegStride.reset;
  EXPECT_EQ(std::memcmp(&bench.probe, &expected, sizeof expected), 0);
  for (const arch::Register& reg : arch::kRegisters) {
    bool error = true;
    EXPECT_EQ(bench.Read(reg.offset, &error), arch::ResetOf(reg)) << reg.name;
    EXPECT_FALSE(error) << reg.name;
  }
  EXPECT_EQ(bench.Read(arch::kRegArchId.offset), arch::kArchId);
}

TEST(Registers, EverySettingReadsBackAllItsBits) {
  CoreBench bench;
  for (const arch::Register& reg : arch::kRegisters) {
    if (reg.access != arch::Access::kRw) continue;
    EXPECT_FALSE(bench.Write(reg.offset, OnesOf(reg))) << reg.name;
    EXPECT_EQ(bench.Read(reg.offset), OnesOf(reg)) << reg.name;
    EXPECT_FALSE(bench.Write(reg.offset, 0)) << reg.name;
    EXPECT_EQ(bench.Read(reg.offset), 0u) << reg.name;
  }
}

TEST(Registers, OneBitTooManyIsRefused) {
  CoreBench bench;
  FinishAProgram(bench);
  for (const arch::Register& reg : arch::kRegisters) {
    if (reg.access == arch::Access::kRo) continue;
    // 1 would be START in CONTROL; all ones clear IRQ and change the settings.
    for (const uint32_t low : {0u, 1u, OnesOf(reg)}) {
      for (int bit = reg.bits; bit < 32; ++bit) {
        SCOPED_TRACE(std::string(reg.name) + " bit " + std::to_string(bit));
        ExpectRefused(bench, reg.offset, low | 1u << bit);
      }
    }
  }
  for (int bit = arch::kPixelBits; bit < 32; ++bit) {
    SCOPED_TRACE("activation table bit " + std::to_string(bit));
    ExpectRefused(bench, arch::kActTableOffset + 4 * bit, 1u << bit);
  }
}

TEST(Registers, SettingsHoldTheirOwnValues) {
  CoreBench bench;
  for (const uint32_t pattern : {0xFFFFFFFFu, 0xAAAAAAAAu, 0x12345678u}) {
    std::vector<std::pair<const arch::Register*, uint32_t>> written;
    for (const arch::Register& reg : arch::kRegisters) {
      if (reg.access != arch::Access::kRw) continue;
      const uint32_t value = pattern == ~0u ? pattern : pattern * (reg.offset + 1);
      written.push_back({&reg, value & OnesOf(reg)});
      EXPECT_FALSE(bench.Write(reg.offset, written.back().second)) << reg.name;
    }
    for (const auto& [reg, value] : written) {
      for (int cycle = 0; cycle < 3; ++cycle)
        EXPECT_EQ(bench.Read(reg->offset), value) << reg->name;
    }
  }
}

TEST(Registers, OffsetsThatNameNothing) {
  CoreBench bench;
  std::set<uint32_t> known;
  for (const arch::Register& reg : arch::kRegisters) known.insert(reg.offset);
  for (uint32_t offset = 0; offset < 1u << arch::kRegisterSpaceBits; ++offset) {
    const bool table = offset % 4 == 0 && offset >= arch::kActTableOffset &&
                       offset < arch::kActTableOffset + 4 * arch::kActEntries;
    bool error = false;
    const uint32_t value = bench.Read(offset, &error);
    ASSERT_EQ(error, !known.contains(offset) && !table) << offset;
    if (!known.contains(offset)) {
      ASSERT_EQ(value, 0u) << offset;
      ASSERT_EQ(bench.Write(offset, 0), !table) << offset;
    }
  }
}

TEST(Registers, ReadOnlyRefusals) {
  CoreBench bench;
  for (const auto& reg : {arch::kRegStatus, arch::kRegId, arch::kRegArchId}) {
    EXPECT_TRUE(bench.Write(reg.offset, 0)) << reg.name;
  }
}

TEST(Registers, EveryCombinationOfCommands) {
  enum When { kReady, kUnset, kBusy };
  for (const When when : {kReady, kUnset, kBusy}) {
    for (uint32_t commands = 0; commands <= OnesOf(arch::kRegControl); ++commands) {
      SCOPED_TRACE("when " + std::to_string(when) + " commands " + std::to_string(commands));
      CoreBench bench;
      FinishAProgram(bench);
      if (when == kUnset) {
        ASSERT_FALSE(bench.Write(arch::kRegRuns.offset, 0));
      }
      // Without input the core waits in load.
      if (when == kBusy) bench.LoadAndStart({});
      bench.Step();
      const bool start = (commands & arch::kControlStart) != 0;
      const bool load = (commands & arch::kControlLoad) != 0;
      const bool reset = (commands & arch::kControlReset) != 0;
      const bool table = (commands & arch::kControlTable) != 0;
      const bool malformed = start ? reset || when == kBusy || (table && !load) : load || table;
      const bool config_error = start && !malformed && when == kUnset;

      arch::Probe expected = StateOf(bench);
      ASSERT_EQ(bench.Write(arch::kRegControl.offset, commands), malformed || config_error);
      EXPECT_TRUE(Same(StateOf(bench), expected));
      bench.Step();
      if (start && !malformed && !config_error) {
        // The program runs; one to load waits for its words.
        EXPECT_FALSE(bench.in(arch::State::kIdle));
        EXPECT_EQ(bench.in(arch::State::kTable), table);
        EXPECT_EQ(bench.RunTo(arch::State::kIdle, 100), !load);
        continue;
      }
      if (config_error) expected.config_error = 1;
      if (reset && !malformed) {
        EXPECT_EQ(bench.probe.irq_causes, 0u);
        EXPECT_TRUE(bench.in(arch::State::kIdle));
        continue;
      }
      EXPECT_TRUE(Same(StateOf(bench), expected));
    }
  }
}

TEST(Registers, ControlWithoutACommandDoesNothing) {
  CoreBench bench;
  bench.configure(1, 0, 0, 8);
  ASSERT_FALSE(bench.Write(arch::kRegPacketWords.offset, 4));
  EXPECT_FALSE(bench.Write(arch::kRegControl.offset, 0));
  for (int cycle = 0; cycle < 5; ++cycle, bench.Step()) EXPECT_TRUE(bench.in(arch::State::kIdle));
  EXPECT_EQ(bench.probe.load_count, 0u);
  // Nor does it in the middle of a packet.
  bench.LoadAndStart({{.act = arch::ActOp::kAct}});
  ASSERT_TRUE(bench.RunTo(arch::State::kRepeat));
  bench.steps(2);
  EXPECT_FALSE(bench.Write(arch::kRegControl.offset, 0));
  ASSERT_TRUE(bench.RunTo(arch::State::kIdle));
  bench.steps(5);
  ASSERT_EQ(bench.output.size(), 8u);
  for (size_t i = 0; i < 8; ++i) EXPECT_EQ(bench.output[i].last, i % 4 == 3) << i;
}

TEST(Registers, StartNeedsSettingsInRange) {
  struct Case {
    arch::Register reg;
    uint32_t bad, good;
  };
  const std::vector<Case> cases = {
      {arch::kRegProgramSize, 0, 4},
      {arch::kRegProgramSize, arch::kInstructionWords + 1, 4},
      {arch::kRegRepeatFirst, 3, 1},
      {arch::kRegRepeatLast, 4, 2},
      {arch::kRegRepeatLast, 0, 2},
      {arch::kRegIterations, 0, 65535},
      {arch::kRegExtra, arch::kMaxExtraPasses + 1, arch::kMaxExtraPasses},
      {arch::kRegRuns, 0, 65535},
      {arch::kRegStride, 0, 1},
      {arch::kRegStride, arch::kMaxStride + 1, arch::kMaxStride},
      {arch::kRegBiasShift, arch::kMaxBiasShift + 1, arch::kMaxBiasShift},
      {arch::kRegActShift, arch::kMaxActShift + 1, arch::kMaxActShift},
      {arch::kRegAguInc2, 1u << arch::kAguAddressBits, (1u << arch::kAguAddressBits) - 1},
      {arch::kRegAguToggle3, 1u << arch::kAguAddressBits, 0},
  };
  for (const Case& c : cases) {
    CoreBench bench;
    bench.configure(4, 1, 2, 1);
    EXPECT_FALSE(bench.Write(c.reg.offset, c.bad));
    EXPECT_TRUE(bench.Write(arch::kRegControl.offset, arch::kControlStart)) << c.reg.name;
    EXPECT_EQ(bench.Read(arch::kRegStatus.offset), arch::kStatusConfigError) << c.reg.name;
    EXPECT_FALSE(bench.Write(c.reg.offset, c.good));
    EXPECT_FALSE(bench.Write(arch::kRegControl.offset, arch::kControlStart)) << c.reg.name;
    const uint32_t status = bench.Read(arch::kRegStatus.offset);
    EXPECT_EQ(status & arch::kStatusConfigError, 0u) << c.reg.name;
    EXPECT_NE(status & arch::kStatusBusy, 0u) << c.reg.name;
  }
}

TEST(Registers, SettingsAreLockedWhileBusy) {
  CoreBench bench;
  bench.configure(1, 0, 0, 1);
  EXPECT_FALSE(bench.Write(arch::kRegControl.offset, arch::kControlStart | arch::kControlLoad));
  bench.Step();
  // No input: the core waits in load.
  EXPECT_TRUE(bench.in(arch::State::kLoad));
  EXPECT_TRUE(bench.stalls(arch::Stall::kInput));
  EXPECT_TRUE(bench.Write(arch::kRegRuns.offset, 2));
  EXPECT_TRUE(bench.Write(arch::kActTableOffset, 2));
  EXPECT_TRUE(bench.Write(arch::kRegControl.offset, arch::kControlStart));
  EXPECT_FALSE(bench.Write(arch::kRegIrq.offset, 1));
  EXPECT_FALSE(bench.Write(arch::kRegIrqEnable.offset, 1));
  EXPECT_EQ(bench.Read(arch::kRegRuns.offset), 1u);
  EXPECT_EQ(bench.Read(arch::kRegStatus.offset), static_cast<uint32_t>(arch::State::kLoad) |
                                                     static_cast<uint32_t>(arch::Stall::kInput)
                                                         << arch::kStatusStallLsb |
                                                     arch::kStatusBusy);
}

TEST(Registers, InputFifoFillsAndEmptiesOnReset) {
  CoreBench bench;
  for (int i = 0; i < 2 * arch::kInputFifoWords; ++i) bench.input.push_back(i);
  bench.steps(arch::kInputFifoWords + 3);
  EXPECT_EQ(bench.probe.in_level, static_cast<uint32_t>(arch::kInputFifoWords));
  EXPECT_EQ(bench.probe.s_tready, 0u);
  EXPECT_EQ(bench.input.size(), static_cast<size_t>(arch::kInputFifoWords));
  EXPECT_FALSE(bench.Write(arch::kRegControl.offset, arch::kControlReset));
  bench.Step();
  EXPECT_EQ(bench.probe.in_level, 0u);
  EXPECT_EQ(bench.probe.s_tready, 1u);
}

}  // namespace
}  // namespace nve::test
