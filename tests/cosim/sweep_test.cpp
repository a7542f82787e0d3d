// The DMA alone against the published size sweep (docs/dma.md): periods of one channel and of both.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "host/sweep/sweep_bench.hpp"

namespace nve {
namespace {

const std::vector<uint64_t> kSizes = {8, 16, 32, 64, 128, 256, 512, 1024, 4096};

double WordsOf(uint64_t bytes) { return std::ceil(static_cast<double>(bytes) / 8); }

// Table 11.2's formula: the longer of descriptor and data interval.
double PeriodOf(uint64_t bytes, int descriptor_latency, int channels) {
  const double fetch = (descriptor_latency + 8 + 6) * channels;
  return std::max(fetch, std::max(WordsOf(bytes) + 2, 8.0));
}

SweepSetup SetupOf(const std::string& profile, uint64_t bytes, bool mm2s, bool s2mm) {
  SweepSetup setup;
  setup.profile = profile;
  setup.bytes = bytes;
  setup.mm2s = mm2s;
  setup.s2mm = s2mm;
  return setup;
}

TEST(Sweep, PeriodsAreThoseOfTheTable) {
  for (const int latency : {20, 3}) {
    for (const uint64_t bytes : kSizes) {
      SweepSetup setup = SetupOf("axi_dma_gap0", bytes, true, false);
      setup.descriptor_latency = latency;
      EXPECT_NEAR(Measure(setup).mm2s->period, PeriodOf(bytes, latency, 1), 1) << bytes;
      setup.s2mm = true;
      EXPECT_NEAR(Measure(setup).mm2s->period, PeriodOf(bytes, latency, 2), 1) << bytes;
    }
  }
}

// Long transfers, so that the data decide: the gap follows every burst of 16 words.
TEST(Sweep, WriteBurstsHaveTheirGap) {
  for (const uint64_t bytes : {uint64_t{1024}, uint64_t{4096}}) {
    const double words = WordsOf(bytes);
    const double bursts = words / 16;
    EXPECT_NEAR(Measure(SetupOf("axi_dma_gap0", bytes, false, true)).s2mm->period, words, 1);
    EXPECT_NEAR(Measure(SetupOf("axi_dma", bytes, false, true)).s2mm->period, words + 5 * bursts,
                1);
  }
}

// From the TAILDESC write to the first word: docs/dma.md, cold start.
TEST(Sweep, FirstWordsComeWhenTheBenchOfTheDmaSees) {
  EXPECT_EQ(Measure(SetupOf("axi_dma", 64, true, false)).mm2s->first, 78);
  EXPECT_EQ(Measure(SetupOf("mover", 64, true, false)).mm2s->first, 55);
}

TEST(Sweep, MoverKeepsThePortBusyWithShortRows) {
  for (const bool write : {false, true}) {
    for (const auto& [bytes, least] :
         {std::pair<uint64_t, double>{16, 0.9}, {24, 0.95}, {40, 0.95}, {128, 0.99}}) {
      const SweepResults results = Measure(SetupOf("mover", bytes, !write, write));
      const double period = write ? results.s2mm->period : results.mm2s->period;
      EXPECT_GE(WordsOf(bytes) / period, least) << bytes << (write ? " written" : " read");
    }
  }
}

TEST(Sweep, SharedPortAndBankMemoryMoveEveryWord) {
  for (const char* model : {"ideal", "tso", "bank"}) {
    for (const std::string& profile : DmaProfiles()) {
      SweepSetup setup = SetupOf(profile, 40, true, true);
      setup.memory = MemoryConfigOf(model);
      setup.shared_port = true;
      setup.stride = 1280;
      EXPECT_GT(Measure(setup).mm2s->megabytes_per_second, 20);
    }
  }
}

}  // namespace
}  // namespace nve
