// SPDX-License-Identifier: Apache-2.0
// Cycles that are not evaluated: the checker must say the same as if each had been compared.
#include "host/lockstep/lockstep_checker.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "model/golden/core.hpp"

namespace nve {
namespace {

// A checker and the probes of a core like its own, as the RTL would show them.
class LockstepCheckerTest : public ::testing::Test {
 protected:
  LockstepCheckerTest() {
    core_.Reset();
    checker_.Reset();
  }

  bool Step(LockstepChecker& checker, const arch::ProbeInputs& in) {
    const arch::Probe probe = core_.Evaluate(in);
    core_.Commit(in);
    return checker.Step(reinterpret_cast<const uint32_t*>(&probe),
                        reinterpret_cast<const uint32_t*>(&in));
  }

  GoldenCore core_;
  LockstepChecker checker_;
};

arch::ProbeInputs WriteOf(uint32_t address, uint32_t data) {
  arch::ProbeInputs in{};
  in.reg_write = 1;
  in.reg_waddr = address;
  in.reg_wdata = data;
  return in;
}

TEST_F(LockstepCheckerTest, StandingStillCountsAsEveryCycleWould) {
  LockstepChecker stepped;
  stepped.Reset();
  const arch::ProbeInputs idle{};
  for (int i = 0; i < 5; ++i) {
    const arch::Probe probe = core_.Evaluate(idle);
    core_.Commit(idle);
    const auto* words = reinterpret_cast<const uint32_t*>(&probe);
    const auto* inputs = reinterpret_cast<const uint32_t*>(&idle);
    ASSERT_TRUE(checker_.Step(words, inputs));
    ASSERT_TRUE(stepped.Step(words, inputs));
  }
  constexpr uint64_t kCycles = 40;
  checker_.StandStill(idle, kCycles);
  for (uint64_t i = 0; i < kCycles; ++i) ASSERT_TRUE(Step(stepped, idle));
  EXPECT_EQ(checker_.cycles(), stepped.cycles());
  EXPECT_EQ(checker_.still_cycles(), kCycles);
  EXPECT_EQ(stepped.still_cycles(), 0u);
  EXPECT_EQ(checker_.golden_counts(), stepped.golden_counts());
  // Both show the same history of a difference.
  arch::Probe wrong = core_.Evaluate(idle);
  wrong.pc ^= 1;
  for (LockstepChecker* checker : {&checker_, &stepped}) {
    EXPECT_FALSE(checker->Step(reinterpret_cast<const uint32_t*>(&wrong),
                               reinterpret_cast<const uint32_t*>(&idle)));
  }
  const Mismatch& one = *checker_.mismatch();
  const Mismatch& other = *stepped.mismatch();
  EXPECT_EQ(one.cycle, other.cycle);
  ASSERT_EQ(one.history.size(), other.history.size());
  for (size_t i = 0; i < one.history.size(); ++i) {
    EXPECT_EQ(one.history[i].cycle, other.history[i].cycle);
    EXPECT_EQ(one.history[i].state, other.history[i].state);
    EXPECT_EQ(one.history[i].instruction, other.history[i].instruction);
  }
}

TEST_F(LockstepCheckerTest, TheStateOfAnIdleCoreStaysAndAWriteChangesIt) {
  const arch::ProbeInputs idle{};
  ASSERT_TRUE(Step(checker_, idle));
  const auto state = [&] {
    return std::vector<std::byte>(checker_.State().begin(), checker_.State().end());
  };
  const std::vector<std::byte> before = state();
  ASSERT_TRUE(Step(checker_, idle));
  EXPECT_EQ(state(), before);
  ASSERT_TRUE(Step(checker_, WriteOf(arch::kRegRuns.offset, 3)));
  EXPECT_NE(state(), before);
}

}  // namespace
}  // namespace nve
