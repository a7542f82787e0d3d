// SPDX-License-Identifier: Apache-2.0
// Stall profiles: what each does to a handshake.
#include "tb/stimulus/stall_profile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace nve {
namespace {

constexpr int kCycles = 20'000;

// The gate's signal over time, against a neighbour that is always there.
std::vector<bool> Signal(StallProfile profile, StallGate::Side side) {
  StallGate gate(profile, side, 1, 10'000);
  std::vector<bool> signal;
  for (int cycle = 0; cycle < kCycles; ++cycle) signal.push_back(gate.Next(true));
  return signal;
}

double Share(const std::vector<bool>& signal) {
  return static_cast<double>(std::count(signal.begin(), signal.end(), true)) / kCycles;
}

// Lengths of the times without the signal.
std::vector<int> Gaps(const std::vector<bool>& signal) {
  std::vector<int> gaps;
  int gap = 0;
  for (const bool on : signal) {
    if (on && gap > 0) gaps.push_back(gap);
    gap = on ? 0 : gap + 1;
  }
  return gaps;
}

TEST(StallProfile, RandomOnesHaveTheirShare) {
  for (const auto side : {StallGate::Side::kSource, StallGate::Side::kSink}) {
    EXPECT_EQ(Share(Signal(StallProfile::kAlways, side)), 1);
    EXPECT_NEAR(Share(Signal(StallProfile::kRandom25, side)), 0.25, 0.02);
    EXPECT_NEAR(Share(Signal(StallProfile::kRandom50, side)), 0.50, 0.02);
    EXPECT_NEAR(Share(Signal(StallProfile::kRandom75, side)), 0.75, 0.02);
  }
}

TEST(StallProfile, BurstsHaveAMeanOf50) {
  const std::vector<bool> signal = Signal(StallProfile::kBursts, StallGate::Side::kSource);
  EXPECT_NEAR(Share(signal), 0.5, 0.1);
  const std::vector<int> gaps = Gaps(signal);
  ASSERT_GT(gaps.size(), 100u);
  EXPECT_NEAR((1 - Share(signal)) * kCycles / static_cast<double>(gaps.size()), 50, 10);
}

TEST(StallProfile, FreezesOnceFor1000Cycles) {
  for (const auto side : {StallGate::Side::kSource, StallGate::Side::kSink}) {
    EXPECT_EQ(Gaps(Signal(StallProfile::kFreeze, side)), std::vector<int>{1000});
  }
}

// A time without words would not be noticed.
TEST(StallProfile, FreezesWithAWordInView) {
  StallGate sink(StallProfile::kFreeze, StallGate::Side::kSink, 1, 1);
  for (int cycle = 0; cycle < 2000; ++cycle) EXPECT_TRUE(sink.Next(false));
  for (int cycle = 0; cycle < 1000; ++cycle) EXPECT_FALSE(sink.Next(true)) << cycle;
  EXPECT_TRUE(sink.Next(true));
}

TEST(StallProfile, AFewWordsAreFrozenToo) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    StallGate source(StallProfile::kFreeze, StallGate::Side::kSource, seed, 8);
    int cycles = 0;
    for (int words = 0; words < 4; ++cycles) words += source.Next(true) ? 1 : 0;
    EXPECT_EQ(cycles, 1004) << seed;
  }
}

TEST(StallProfile, BurstsBeginWithEither) {
  int on = 0;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    on += StallGate(StallProfile::kBursts, StallGate::Side::kSource, seed, 9).Next(true) ? 1 : 0;
  }
  EXPECT_NEAR(on, 100, 30);
}

// So many cycles for a word that a few of them fill a FIFO; of many not.
TEST(StallProfile, ValidFirstIsSlowWithFewWords) {
  const auto cycles_of = [](uint64_t seed, uint64_t words) {
    StallGate sink(StallProfile::kValidFirst, StallGate::Side::kSink, seed, words);
    int cycles = 0;
    for (uint64_t taken = 0; taken < words; ++cycles) taken += sink.Next(true) ? 1 : 0;
    return cycles;
  };
  int slow = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    slow += cycles_of(seed, 40) > 1200 ? 1 : 0;
    EXPECT_LT(cycles_of(seed, 20'000), 4 * 20'000);
  }
  EXPECT_GT(slow, 20);
  EXPECT_LT(slow, 40);
}

TEST(StallProfile, ReadyFirst) {
  StallGate source(StallProfile::kReadyFirst, StallGate::Side::kSource, 1, 1);
  bool ready_before = false;
  for (int cycle = 0; cycle < kCycles; ++cycle) {
    const bool ready = cycle % 3 != 0;
    const bool valid = source.Next(ready);
    EXPECT_TRUE(!valid || ready || ready_before) << cycle;
    ready_before = ready || (valid && ready_before);
  }
  StallGate sink(StallProfile::kReadyFirst, StallGate::Side::kSink, 1, 1);
  EXPECT_TRUE(sink.Next(false));
  EXPECT_TRUE(sink.Next(true));
  EXPECT_FALSE(sink.Next(true));
  EXPECT_TRUE(sink.Next(true));
}

TEST(StallProfile, ValidFirst) {
  StallGate source(StallProfile::kValidFirst, StallGate::Side::kSource, 1, 1);
  EXPECT_TRUE(source.Next(false));
  StallGate sink(StallProfile::kValidFirst, StallGate::Side::kSink, 1, 1);
  bool valid_before = false;
  int ready_cycles = 0;
  for (int cycle = 0; cycle < kCycles; ++cycle) {
    const bool valid = cycle % 7 < 5;
    const bool ready = sink.Next(valid);
    EXPECT_TRUE(!ready || (valid && valid_before)) << cycle;
    ready_cycles += ready ? 1 : 0;
    valid_before = valid;
  }
  EXPECT_GT(ready_cycles, kCycles / 10);
}

TEST(StallProfile, AWordOfferedStays) {
  for (size_t profile = 0; profile < kStallProfileNames.size(); ++profile) {
    StallGate gate(static_cast<StallProfile>(profile), StallGate::Side::kSource, 3, 100);
    bool offered = false;
    for (int cycle = 0; cycle < kCycles; ++cycle) {
      const bool ready = cycle % 5 == 0;
      const bool valid = gate.Next(ready);
      EXPECT_TRUE(!offered || valid) << kStallProfileNames[profile];
      offered = valid && !ready;
    }
  }
}

TEST(Congestor, AFifthOfTheSeedsHasOneOfEveryKind) {
  std::vector<int> seeds(kCongestorNames.size());
  for (uint64_t seed = 1; seed <= 2000; ++seed) ++seeds[static_cast<size_t>(CongestorOf(seed))];
  EXPECT_LT(seeds[0], 1600);
  for (const int count : seeds) EXPECT_GT(count, 50);
}

}  // namespace
}  // namespace nve
