// Address generation (docs/isa.md, section 7): the equations, and the rotating update memory over
// passes and runs.
#include "model/golden/agu.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/unit/golden/test_core.hpp"

namespace nve::golden {
namespace {

Settings WithMode1(uint32_t inc, uint32_t toggle) {
  Settings settings;
  settings.agu_inc[1] = inc;
  settings.agu_toggle[1] = toggle;
  return settings;
}

TEST(AguTest, AddressIsOffsetPlusUpdateModuloAddressRangeAndBuffer) {
  EXPECT_EQ(LocalAddress(3, 6), 9u);
  EXPECT_EQ(LocalAddress(2047, 5), 4u);
  EXPECT_EQ(LocalAddress(arch::kLocalWords, 2), 2u);
  EXPECT_EQ(LocalAddress(arch::kLocalWords - 1, 0), arch::kLocalWords - 1u);
}

TEST(AguTest, Mode0KeepsTheUpdate) {
  EXPECT_EQ(NextUpdate(WithMode1(1, 5), 5, 0), 5u);
  EXPECT_EQ(NextUpdate(WithMode1(1, 5), 2047, 0), 2047u);
}

TEST(AguTest, ReachingToggleRestartsAtZero) {
  const Settings settings = WithMode1(3, 9);
  EXPECT_EQ(NextUpdate(settings, 0, 1), 3u);
  EXPECT_EQ(NextUpdate(settings, 3, 1), 6u);
  EXPECT_EQ(NextUpdate(settings, 6, 1), 0u);
}

TEST(AguTest, ToggleIsComparedForEqualityOnly) {
  EXPECT_EQ(NextUpdate(WithMode1(3, 3), 1, 1), 4u);
  EXPECT_EQ(NextUpdate(WithMode1(0, 7), 7, 1), 0u);
}

TEST(AguTest, SumWrapsBeforeTheComparison) {
  EXPECT_EQ(NextUpdate(WithMode1(4, 100), 2046, 1), 2u);
  EXPECT_EQ(NextUpdate(WithMode1(4, 2), 2046, 1), 0u);
  EXPECT_EQ(NextUpdate(WithMode1(2047, 100), 0, 1), 2047u);
}

// Current update values of both slots, from the values written back.
struct Updates {
  std::vector<uint32_t> mema;
  std::vector<uint32_t> memb;
};

Updates WrittenBack(const std::vector<arch::Probe>& trace) {
  Updates updates;
  for (const arch::Probe& probe : trace) {
    if (probe.agu_write == 0) continue;
    updates.mema.push_back(probe.agu_mema);
    updates.memb.push_back(probe.agu_memb);
  }
  return updates;
}

TEST(RotatedUpdateTest, PassesGoOnFromTheValueWrittenBackAndRunsFromTheLoadedOne) {
  TestProgram program;
  program.repeated = {Slots().MemaRd(0, 6, 1).MembRd(0, 1, 2)};
  program.iterations = 4;
  program.runs = 2;
  program.agu_inc = {3, 1, 0};
  program.agu_toggle = {9, 3, 0};
  TestCore test;
  const Updates updates = WrittenBack(test.Trace(program));
  EXPECT_EQ(updates.mema, (std::vector<uint32_t>{0, 3, 6, 0, 0, 3, 6, 0}));
  EXPECT_EQ(updates.memb, (std::vector<uint32_t>{2, 0, 1, 2, 2, 0, 1, 2}));
  EXPECT_EQ(test.core.RotatedUpdate(0, 0), 0);
  EXPECT_EQ(test.core.RotatedUpdate(0, 1), 2);
  EXPECT_EQ(test.core.InstructionWord(0), program.repeated[0].word());
}

TEST(RotatedUpdateTest, SecondStartWithoutLoadBeginsFromTheLoadedValues) {
  TestProgram program;
  program.repeated = {Slots().MemaRd(0, 5, 3)};
  program.iterations = 2;
  program.agu_inc = {0, 0, 1};
  program.agu_toggle = {0, 0, 2000};
  TestCore test;
  const Updates first = WrittenBack(test.Trace(program));
  EXPECT_FALSE(test.Write(arch::kRegControl.offset, arch::kControlStart));
  const Updates second = WrittenBack(test.RunToIdle());
  EXPECT_EQ(first.mema, (std::vector<uint32_t>{6, 7}));
  EXPECT_EQ(second.mema, first.mema);
}

TEST(RotatedUpdateTest, InitialAndFinalUseTheLoadedValueAndWriteBack) {
  TestProgram program;
  program.initial = {Slots().MemaRd(0, 1, 1)};
  program.repeated = {Nop()};
  program.final = {Slots().MembRd(0, 2, 1)};
  program.runs = 2;
  program.agu_inc = {10, 0, 0};
  program.agu_toggle = {1000, 0, 0};
  TestCore test;
  const Updates updates = WrittenBack(test.Trace(program));
  EXPECT_EQ(updates.mema, (std::vector<uint32_t>{11, 0, 0, 11, 0, 0}));
  EXPECT_EQ(updates.memb, (std::vector<uint32_t>{0, 0, 12, 0, 0, 12}));
  EXPECT_EQ(test.core.RotatedUpdate(0, 0), 11);
  EXPECT_EQ(test.core.RotatedUpdate(2, 1), 12);
}

TEST(RotatedUpdateTest, RotatesWithoutAnOperation) {
  TestProgram program;
  program.repeated = {Slots().Mema(arch::MemOp::kNop, 0, 0, 1)};
  program.iterations = 3;
  program.agu_inc = {7, 0, 0};
  program.agu_toggle = {1000, 0, 0};
  TestCore test;
  EXPECT_EQ(WrittenBack(test.Trace(program)).mema, (std::vector<uint32_t>{7, 14, 21}));
}

TEST(RotatedUpdateTest, ReadsFollowTheUpdates) {
  TestProgram program;
  program.repeated = {Slots().MemaRd(1, 0, 1)};
  program.iterations = 6;
  program.agu_inc = {1, 0, 0};
  program.agu_toggle = {3, 0, 0};
  TestCore test;
  test.FillLocal({10, 11, 12, 13, 14});
  const auto trace = test.Trace(program);
  for (int t = 2; t < 6; ++t) {
    EXPECT_EQ(Word(trace[t].port_a), 11u + (t - 2) % 3) << t;
  }
}

}  // namespace
}  // namespace nve::golden
