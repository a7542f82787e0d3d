// SPDX-License-Identifier: Apache-2.0
// Uses of cycles: a few cycles of a core and its memory port, drawn by hand.
#include "host/axi/cycle_uses.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace nve {
namespace {

using arch::Stall;
using arch::State;

class CycleUsesTest : public ::testing::Test {
 protected:
  // What the core does in so many cycles.
  void Core(State state, Stall stall, int cycles = 1) {
    for (int i = 0; i < cycles; ++i) Cycle(state, stall, false, false);
  }

  void Cycle(State state, Stall stall, bool shown, bool open, const MemoryWaits& waits = {}) {
    CycleView view;
    view.state = state;
    view.stall = stall;
    view.word_taken = state != State::kIdle && stall == Stall::kNone;
    view.read_shown = shown;
    view.read_open = open;
    view.waits = shown ? &waits : nullptr;
    view.output_moves = output_moves_;
    view.copying = copying_;
    uses_.Count(view);
    ++cycles_;
  }

  int64_t Of(CycleUse use) const { return uses_.Counts()[static_cast<size_t>(use)]; }

  int64_t Sum() const {
    const CycleUseCounts counts = uses_.Counts();
    return std::accumulate(counts.begin(), counts.end(), int64_t{0});
  }

  CycleUses uses_;
  int64_t cycles_ = 0;
  bool output_moves_ = false;
  bool copying_ = false;
};

TEST_F(CycleUsesTest, WorkIsToldApartByState) {
  Core(State::kTable, Stall::kNone, 8);
  Core(State::kLoad, Stall::kNone, 3);
  Core(State::kInitial, Stall::kNone, 4);
  Core(State::kRepeat, Stall::kNone, 5);
  Core(State::kFinal, Stall::kNone, 6);
  Core(State::kRepeat, Stall::kOutput, 7);
  EXPECT_EQ(Of(CycleUse::kLoad), 8 + 3);
  EXPECT_EQ(Of(CycleUse::kInitial), 4);
  EXPECT_EQ(Of(CycleUse::kRepeat), 5);
  EXPECT_EQ(Of(CycleUse::kFinal), 6);
  EXPECT_EQ(Of(CycleUse::kOutput), 7);
  EXPECT_EQ(Sum(), cycles_);
}

// Idle cycles before the core runs are the host's whatever the ports do; afterwards those up to the
// last movement of the output are the drain, the rest the host's again.
TEST_F(CycleUsesTest, IdleCyclesAreTheHostsOrDrain) {
  output_moves_ = true;
  Core(State::kIdle, Stall::kNone, 10);
  Core(State::kRepeat, Stall::kNone);
  output_moves_ = false;
  Core(State::kIdle, Stall::kNone, 4);
  output_moves_ = true;
  Core(State::kIdle, Stall::kNone, 2);
  output_moves_ = false;
  Core(State::kIdle, Stall::kNone, 5);
  copying_ = true;
  Core(State::kIdle, Stall::kNone, 20);
  EXPECT_EQ(Of(CycleUse::kHost), 10 + 5);
  EXPECT_EQ(Of(CycleUse::kDrain), 4 + 2);
  EXPECT_EQ(Of(CycleUse::kCopy), 20);
  uses_.MarkStep();
  copying_ = false;
  output_moves_ = true;  // descriptors of the next step
  Core(State::kIdle, Stall::kNone, 3);
  EXPECT_EQ(Of(CycleUse::kHost), 10 + 5 + 3);
  EXPECT_EQ(Sum(), cycles_);
}

TEST_F(CycleUsesTest, WaitingForTheFirstWordIsRamp) {
  Core(State::kInitial, Stall::kInput, 9);
  Core(State::kInitial, Stall::kNone);
  Core(State::kInitial, Stall::kInput, 2);
  EXPECT_EQ(Of(CycleUse::kRamp), 9);
  EXPECT_EQ(Of(CycleUse::kDescriptors), 2);
  uses_.MarkStep();
  Core(State::kInitial, Stall::kInput, 1);
  EXPECT_EQ(Of(CycleUse::kRamp), 10);
}

// A gap of 10 cycles at the port, of which the burst waited 3 for a refresh and 2 for its row; the
// core, kPortToCore cycles behind, had words for the first two of them.
TEST_F(CycleUsesTest, AGapIsPutDownToItsBurst) {
  constexpr int kBehind = CycleUses::kPortToCore;
  Core(State::kRepeat, Stall::kNone, 20);
  MemoryWaits waits{};
  waits[static_cast<size_t>(MemoryWait::kRefresh)] = 3;
  waits[static_cast<size_t>(MemoryWait::kRow)] = 2;
  for (int i = 0; i < 10 + kBehind; ++i) {
    const bool starved = i >= kBehind + 2;
    Cycle(State::kRepeat, starved ? Stall::kInput : Stall::kNone, i >= 10, true, waits);
    // Not known before the burst comes.
    EXPECT_EQ(Of(CycleUse::kRefresh), 0);
  }
  Core(State::kRepeat, Stall::kNone, 1);
  EXPECT_EQ(Of(CycleUse::kRefresh), 3);
  EXPECT_EQ(Of(CycleUse::kRow), 2);
  EXPECT_EQ(Of(CycleUse::kLatency), 8 - 3 - 2);
  EXPECT_EQ(Of(CycleUse::kTransfer), 0);
  EXPECT_EQ(Sum(), cycles_);
}

// No cycle is charged more than the core lost.
TEST_F(CycleUsesTest, AHiddenGapCostsNothing) {
  MemoryWaits waits{};
  waits[static_cast<size_t>(MemoryWait::kRefresh)] = 100;
  Core(State::kRepeat, Stall::kNone, 1);
  for (int i = 0; i < 20; ++i) Cycle(State::kRepeat, Stall::kNone, i >= 10, true, waits);
  EXPECT_EQ(Of(CycleUse::kRefresh), 0);
  EXPECT_EQ(Of(CycleUse::kRepeat), cycles_);
}

// Bursts one word long: the port is busy but too slow, or has nothing to do.
TEST_F(CycleUsesTest, WordsThatComeTooSlowlyAreTransfer) {
  Core(State::kRepeat, Stall::kNone, 1);
  for (int i = 0; i < 30; ++i) Cycle(State::kRepeat, Stall::kInput, true, true);
  EXPECT_EQ(Of(CycleUse::kTransfer), 30 - static_cast<int>(CycleUses::kPortToCore));
  EXPECT_EQ(Of(CycleUse::kDescriptors), static_cast<int>(CycleUses::kPortToCore));
}

// As if every one of them were counted, whatever came before.
TEST_F(CycleUsesTest, IdleCyclesMayBeCountedAtOnce) {
  for (const bool copying : {false, true}) {
    for (const int cycles : {0, 1, 3, 4, 5, 100}) {
      uses_ = {};
      copying_ = false;
      Core(State::kRepeat, Stall::kNone, 2);
      Cycle(State::kRepeat, Stall::kInput, false, true);
      Core(State::kIdle, Stall::kNone);
      CycleUses at_once = uses_;
      at_once.CountIdle(copying, cycles);
      copying_ = copying;
      Core(State::kIdle, Stall::kNone, cycles);
      EXPECT_EQ(at_once.Counts(), uses_.Counts()) << cycles;
      at_once.MarkStep();
      uses_.MarkStep();
      EXPECT_EQ(at_once.Counts(), uses_.Counts()) << cycles;
    }
  }
}

TEST_F(CycleUsesTest, AnyCyclesAddUp) {
  std::mt19937 random(1);
  for (int i = 0; i < 20'000; ++i) {
    output_moves_ = random() % 2 == 0;
    copying_ = random() % 16 == 0;
    const auto state = static_cast<State>(random() % arch::kStateNames.size());
    const auto stall = static_cast<Stall>(random() % arch::kStallNames.size());
    const bool shown = random() % 2 == 0;
    MemoryWaits waits;
    for (uint64_t& wait : waits) wait = random() % 3;
    Cycle(state, stall, shown, shown || random() % 2 == 0, waits);
    if (random() % 50 == 0) uses_.MarkStep();
    ASSERT_EQ(Sum(), cycles_);
  }
}

}  // namespace
}  // namespace nve
