// Settings, refusals and reset values of the core (isa.md section 10).
#include <set>
#include <utility>

#include "core_bench.hpp"

namespace nve::test {
namespace {

TEST(Registers, ResetValues) {
  CoreBench bench;
  arch::Probe expected{};
  expected.s_tready = 1;
  expected.stride = arch::kRegStride.reset;
  EXPECT_EQ(std::memcmp(&bench.probe, &expected, sizeof expected), 0);
  for (const arch::Register& reg : arch::kRegisters) {
    bool error = true;
    EXPECT_EQ(bench.read(reg.offset, &error), reg.reset) << reg.name;
    EXPECT_FALSE(error) << reg.name;
  }
  EXPECT_EQ(bench.read(arch::kRegArchId.offset), arch::kArchId);
}

TEST(Registers, EverySettingReadsBackAllItsBits) {
  CoreBench bench;
  for (const arch::Register& reg : arch::kRegisters) {
    if (reg.access != arch::Access::kRw) continue;
    const uint32_t ones = reg.bits == 32 ? ~0u : (1u << reg.bits) - 1;
    EXPECT_FALSE(bench.write(reg.offset, ones)) << reg.name;
    EXPECT_EQ(bench.read(reg.offset), ones) << reg.name;
    if (reg.bits < 32) {
      EXPECT_TRUE(bench.write(reg.offset, 1u << reg.bits)) << reg.name;
      EXPECT_EQ(bench.read(reg.offset), ones) << reg.name;
    }
    EXPECT_FALSE(bench.write(reg.offset, 0)) << reg.name;
    EXPECT_EQ(bench.read(reg.offset), 0u) << reg.name;
  }
}

TEST(Registers, SettingsHoldTheirOwnValues) {
  CoreBench bench;
  for (const uint32_t pattern : {0xFFFFFFFFu, 0xAAAAAAAAu, 0x12345678u}) {
    std::vector<std::pair<const arch::Register*, uint32_t>> written;
    for (const arch::Register& reg : arch::kRegisters) {
      if (reg.access != arch::Access::kRw) continue;
      const uint32_t ones = reg.bits == 32 ? ~0u : (1u << reg.bits) - 1;
      written.push_back({&reg, (pattern == ~0u ? pattern : pattern * (reg.offset + 1)) & ones});
      EXPECT_FALSE(bench.write(reg.offset, written.back().second)) << reg.name;
    }
    for (const auto& [reg, value] : written) {
      for (int cycle = 0; cycle < 3; ++cycle)
        EXPECT_EQ(bench.read(reg->offset), value) << reg->name;
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
    const uint32_t value = bench.read(offset, &error);
    ASSERT_EQ(error, !known.contains(offset) && !table) << offset;
    if (!known.contains(offset)) {
      ASSERT_EQ(value, 0u) << offset;
      ASSERT_EQ(bench.write(offset, 0), !table) << offset;
    }
  }
  EXPECT_TRUE(bench.write(arch::kActTableOffset, 1u << arch::kPixelBits));
}

TEST(Registers, ReadOnlyAndCommandRefusals) {
  CoreBench bench;
  for (const auto& reg : {arch::kRegStatus, arch::kRegId, arch::kRegArchId}) {
    EXPECT_TRUE(bench.write(reg.offset, 0)) << reg.name;
  }
  const uint32_t control = arch::kRegControl.offset;
  EXPECT_FALSE(bench.write(control, 0));
  EXPECT_FALSE(bench.write(control, arch::kControlReset));
  EXPECT_TRUE(bench.write(control, arch::kControlLoad));
  EXPECT_TRUE(bench.write(control, arch::kControlLoad | arch::kControlReset));
  EXPECT_TRUE(bench.write(control, arch::kControlStart | arch::kControlReset));
  EXPECT_TRUE(bench.write(control, 8));
  bench.step();
  EXPECT_TRUE(bench.in(arch::State::kIdle));
}

TEST(Registers, ControlWithoutACommandDoesNothing) {
  CoreBench bench;
  bench.configure(1, 0, 0, 8);
  ASSERT_FALSE(bench.write(arch::kRegPacketWords.offset, 4));
  EXPECT_FALSE(bench.write(arch::kRegControl.offset, 0));
  for (int cycle = 0; cycle < 5; ++cycle, bench.step()) EXPECT_TRUE(bench.in(arch::State::kIdle));
  EXPECT_EQ(bench.probe.load_count, 0u);
  // Nor does it in the middle of a packet.
  bench.load_and_start({{.act = arch::ActOp::kAct}});
  ASSERT_TRUE(bench.run_to(arch::State::kRepeat));
  bench.steps(2);
  EXPECT_FALSE(bench.write(arch::kRegControl.offset, 0));
  ASSERT_TRUE(bench.run_to(arch::State::kIdle));
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
    EXPECT_FALSE(bench.write(c.reg.offset, c.bad));
    EXPECT_TRUE(bench.write(arch::kRegControl.offset, arch::kControlStart)) << c.reg.name;
    EXPECT_EQ(bench.read(arch::kRegStatus.offset), arch::kStatusConfigError) << c.reg.name;
    EXPECT_FALSE(bench.write(c.reg.offset, c.good));
    EXPECT_FALSE(bench.write(arch::kRegControl.offset, arch::kControlStart)) << c.reg.name;
    const uint32_t status = bench.read(arch::kRegStatus.offset);
    EXPECT_EQ(status & arch::kStatusConfigError, 0u) << c.reg.name;
    EXPECT_NE(status & arch::kStatusBusy, 0u) << c.reg.name;
  }
}

TEST(Registers, SettingsAreLockedWhileBusy) {
  CoreBench bench;
  bench.configure(1, 0, 0, 1);
  EXPECT_FALSE(bench.write(arch::kRegControl.offset, arch::kControlStart | arch::kControlLoad));
  bench.step();
  // No input: the core waits in load.
  EXPECT_TRUE(bench.in(arch::State::kLoad));
  EXPECT_TRUE(bench.stalls(arch::Stall::kInput));
  EXPECT_TRUE(bench.write(arch::kRegRuns.offset, 2));
  EXPECT_TRUE(bench.write(arch::kActTableOffset, 2));
  EXPECT_TRUE(bench.write(arch::kRegControl.offset, arch::kControlStart));
  EXPECT_FALSE(bench.write(arch::kRegIrq.offset, 1));
  EXPECT_FALSE(bench.write(arch::kRegIrqEnable.offset, 1));
  EXPECT_EQ(bench.read(arch::kRegRuns.offset), 1u);
  EXPECT_EQ(bench.read(arch::kRegStatus.offset), static_cast<uint32_t>(arch::State::kLoad) |
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
  EXPECT_FALSE(bench.write(arch::kRegControl.offset, arch::kControlReset));
  bench.step();
  EXPECT_EQ(bench.probe.in_level, 0u);
  EXPECT_EQ(bench.probe.s_tready, 1u);
}

}  // namespace
}  // namespace nve::test
