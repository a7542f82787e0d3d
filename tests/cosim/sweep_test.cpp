// SPDX-License-Identifier: Apache-2.0
// The DMA alone against the published size sweep (docs/dma.md): periods of one channel and of both;
// and against what memory and ports can move.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/diagnostics/diagnostics.hpp"
#include "host/sweep/sweep_bench.hpp"
#include "nve_isa.hpp"
#include "tb/stimulus/draw.hpp"
#include "tests/environment.hpp"

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
      setup.memory = LoadMemoryConfig(model);
      setup.shared_port = true;
      setup.stride = 1280;
      EXPECT_GT(Measure(setup).mm2s->megabytes_per_second, 20);
    }
  }
}

double SumOf(const SweepResults& results) {
  double sum = 0;
  for (const auto& result : {results.mm2s, results.s2mm}) {
    if (result) sum += result->megabytes_per_second;
  }
  return sum;
}

// One direction ends before the other: what is measured behind that end is no rate of both.
TEST(Sweep, BothDirectionsShareTheBandwidth) {
  SweepSetup setup = SetupOf("mover", 65536, true, true);
  setup.memory.model = "tso";
  setup.memory.bandwidth_mb_s = 800;
  setup.shared_port = true;
  const PeakRates peak = PeakRatesOf(setup.memory, arch::kClockMhz);
  EXPECT_NEAR(peak.together, 128 / (14 + 128 / 0.8) * 1e3, 1e-6);
  const double sum = SumOf(Measure(setup));
  EXPECT_LE(sum, peak.together);
  EXPECT_GE(sum, 0.98 * peak.together);
}

// A direction that is a hundred times as fast runs as long as the other does.
TEST(Sweep, DirectionsOfDifferentSpeedRunTogether) {
  SweepSetup setup = SetupOf("mover", 64, true, true);
  setup.memory.read_latency = 1000;
  setup.memory.write_latency = 1;
  setup.outstanding = 1;
  setup.stride = uint64_t{1} << 20;  // few places, which are used again
  const SweepResults slow_reads = Measure(setup);
  EXPECT_GT(slow_reads.mm2s->period, 1000);
  EXPECT_LT(slow_reads.s2mm->period, 40);
  setup.s2mm = false;
  EXPECT_NEAR(Measure(setup).mm2s->period, slow_reads.mm2s->period, 1);
}

// The queues in front of it and behind it take longer to fill than a run lasts.
TEST(Sweep, PairsALittleSlowerThanThePortsAreMeasured) {
  for (const double pair_mb_s : {798.0, 799.0, 799.9}) {
    SweepSetup setup = SetupOf("axi_dma_gap0", 512, false, true);
    setup.memory = LoadMemoryConfig("bank");
    setup.memory.pair_mb_s = pair_mb_s;
    const double rate = Measure(setup).s2mm->megabytes_per_second;
    EXPECT_LE(rate, pair_mb_s * (1 + 1e-9));
    EXPECT_GE(rate, 0.99 * pair_mb_s);
  }
}

TEST(Sweep, RatesAboveThePeakAreErrors) {
  const PeakRates peak = PeakRatesOf(LoadMemoryConfig("tso"), arch::kClockMhz);
  EXPECT_DOUBLE_EQ(peak.direction, 800);
  EXPECT_DOUBLE_EQ(peak.together, 1600);
  SweepResults results;
  results.mm2s = {.megabytes_per_second = 800};
  results.s2mm = {.megabytes_per_second = 800};
  CheckRates(results, peak);
  results.mm2s->megabytes_per_second = 801;
  EXPECT_THROW(CheckRates(results, peak), InternalError);
  results.mm2s->megabytes_per_second = 700;
  CheckRates(results, {.port = 800, .direction = 800, .together = 1500});
  EXPECT_THROW(CheckRates(results, {.port = 800, .direction = 800, .together = 1499}),
               InternalError);
}

// Memories from slow to fast, with and without what they lose on the way.
MemoryConfig DrawMemory(Draw& draw) {
  MemoryConfig memory = LoadMemoryConfig(draw.In(MemoryModelNames()));
  memory.read_latency = draw.From(1, 60);
  memory.write_latency = draw.From(1, 60);
  memory.cas_ns = draw.OneIn(3) ? 0 : draw.From(1, 60);
  memory.bandwidth_mb_s = draw.From(200, draw.OneIn(2) ? 900 : 5000);
  memory.burst_bytes = draw.Of({8, 64, 128, 1024});
  memory.read_path_ns = draw.From(0, 400);
  memory.write_path_ns = draw.From(0, 400);
  memory.dram = DramTimingOf(draw.In(DramDevices()), draw.Of({16, 32}), draw.Of({1, 8}));
  if (draw.OneIn(2)) memory.dram.tck_ps = draw.From(5000, 20'000);
  if (draw.OneIn(2)) memory.dram.wtr = memory.dram.rfc = 1;
  if (draw.OneIn(4)) memory.dram.ccd = draw.From(1, 12);
  memory.batch_bursts = draw.Of({1, 16, 1024});
  memory.write_queue = draw.Of({1, 32, 1024});
  memory.write_gap_clocks = draw.Of({0.0, 1.75});
  memory.turnaround_gap_clocks = draw.Of({0, 14});
  if (draw.OneIn(3)) memory.pair_mb_s = draw.From(200, 1600);
  if (draw.OneIn(6)) memory.pair_mb_s = draw.From(790, 800);  // a little slower than the ports
  return memory;
}

SweepSetup DrawSetup(Draw& draw) {
  const uint32_t directions = draw.Below(4);
  SweepSetup setup = SetupOf(draw.In(DmaProfiles()), draw.Of({8, 24, 64, 256, 1024, 4096}),
                             directions != 0, directions != 1);
  setup.memory = DrawMemory(draw);
  setup.shared_port = draw.OneIn(2);
  setup.outstanding = draw.Of({1u, 4u, 16u, 32u});
  if (draw.OneIn(4)) setup.descriptor_latency = draw.From(1, 40);
  if (draw.OneIn(3)) setup.stride = 4096 + 8 * draw.Below(64);
  return setup;
}

// A few in every run, NVE_SETUPS of them in `make regress`.
TEST(Sweep, NoRateIsAboveThePeak) {
  const uint64_t setups = testing::EnvironmentNumber("NVE_SETUPS", 1).value_or(8);
  double closest = 0;
  for (uint64_t seed = 1; seed <= setups; ++seed) {
    Draw draw(seed);
    const SweepSetup setup = DrawSetup(draw);
    SCOPED_TRACE(fmt::format("seed {}: {}, {} bytes, {}", seed, setup.profile, setup.bytes,
                             setup.memory.model));
    const PeakRates peak = PeakRatesOf(setup.memory, arch::kClockMhz);
    const SweepResults results = Measure(setup);
    for (const auto& result : {results.mm2s, results.s2mm}) {
      if (!result) continue;
      EXPECT_GT(result->megabytes_per_second, 0);
      EXPECT_LE(result->megabytes_per_second, peak.direction * (1 + 1e-4));
    }
    EXPECT_LE(SumOf(results), peak.together * (1 + 1e-4));
    closest = std::max(closest, SumOf(results) / peak.together);
  }
  // The peaks are no idle bounds.
  EXPECT_GT(closest, 0.9);
}

}  // namespace
}  // namespace nve
