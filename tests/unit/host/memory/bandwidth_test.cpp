// SPDX-License-Identifier: Apache-2.0
// The `bank` model against what is published of the Zynq's memory: UG585's efficiencies of four HP
// ports, the measured time of lone reads, the share of refresh. Prints what it measures.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/unit/host/memory/traffic.hpp"

namespace nve {
namespace {

using testing::CyclesPerLoneRead;
using testing::RunTraffic;
using testing::Traffic;
using testing::TrafficResult;

MemoryConfig Bank(const std::string& device = "DDR3-1050") {
  MemoryConfig config = LoadMemoryConfig("bank");
  config.dram = DramTimingOf(device, 32, 2);
  return config;
}

TrafficResult Print(const char* what, const MemoryConfig& config, const Traffic& traffic) {
  const TrafficResult result = RunTraffic(config, traffic);
  fmt::print(
      "{:<24} {:6.0f} MB/s, {:5.1f} % of {:.0f}; {:.1f} columns per activate, {} turnarounds\n",
      what, result.megabytes_per_second, 100 * result.Efficiency(), result.peak,
      static_cast<double>(result.statistics.column_commands) /
          static_cast<double>(result.statistics.activates),
      result.statistics.turnarounds);
  return result;
}

TEST(Bandwidth, ReadsOfFourPorts) {
  EXPECT_GE(Print("reads, sequential", Bank(), {}).Efficiency(), 0.92);
  EXPECT_GE(Print("reads, random", Bank(), {.random = true}).Efficiency(), 0.92);
}

TEST(Bandwidth, WritesOfFourPortsWithTheControllersOverhead) {
  for (const bool random : {false, true}) {
    const Traffic traffic = {.reads = false, .writes = true, .random = random};
    const double efficiency =
        Print(random ? "writes, random" : "writes, sequential", Bank(), traffic).Efficiency();
    EXPECT_GE(efficiency, 0.87);
    EXPECT_LE(efficiency, 0.90);
  }
}

TEST(Bandwidth, BothDirectionsInBatches) {
  for (const int batch : {8, 16}) {
    MemoryConfig config = Bank();
    config.batch_bursts = batch;
    for (const bool random : {false, true}) {
      const auto name = fmt::format("mixed, batch {}, {}", batch, random ? "random" : "seq.");
      const double efficiency =
          Print(name.c_str(), config, {.writes = true, .random = random}).Efficiency();
      EXPECT_GE(efficiency, 0.79);
      EXPECT_LE(efficiency, 0.87);
    }
  }
}

TEST(Bandwidth, WithoutTheControllersOverheads) {
  MemoryConfig config = Bank();
  config.write_gap_clocks = 0;
  config.turnaround_gap_clocks = 0;
  EXPECT_GE(Print("writes, no overhead", config, {.reads = false, .writes = true}).Efficiency(),
            0.95);
  EXPECT_GE(Print("mixed, no overhead", config, {.writes = true}).Efficiency(), 0.90);
  // The three clocks per 128 bytes that are often named are too many for UG585's 87 %.
  config.write_gap_clocks = 3;
  EXPECT_LT(Print("writes, 3 clocks", config, {.reads = false, .writes = true}).Efficiency(), 0.87);
}

TEST(Bandwidth, Refresh) {
  const MemoryStatistics statistics = RunTraffic(Bank(), {}).statistics;
  const double share =
      static_cast<double>(statistics.refresh_clocks) / static_cast<double>(statistics.clocks);
  fmt::print("refresh: {:.2f} % of the time\n", 100 * share);
  EXPECT_NEAR(share, 0.0205, 0.0005);
}

TEST(Bandwidth, LoneReads) {
  for (const char* device : {"DDR3-1050", "DDR3-1066F"}) {
    const double cycles = CyclesPerLoneRead(Bank(device), 100, 16, 128);
    fmt::print("{}: a lone 128-byte read every {:.2f} cycles\n", device, cycles);
    EXPECT_GE(cycles, 36);
    EXPECT_LE(cycles, 38);
  }
}

TEST(Bandwidth, AFasterMemoryIsNotTheLimit) {
  const TrafficResult result = Print("DDR3-2133M, reads", Bank("DDR3-2133M"), {});
  // Pairs of ports share a controller port of 2840 MB/s; each asks for 1200 MB/s.
  EXPECT_GE(result.megabytes_per_second, 4700);
}

// Two ports of one pair move what the port of the controller carries, of two pairs twice that.
TEST(Bandwidth, PortsOfAPairShareAPortOfTheController) {
  for (const bool write : {false, true}) {
    const auto rate = [&](int ports, int step, int ports_per_pair) {
      MemoryConfig config = Bank();
      config.pair_mb_s = 1000;
      config.ports_per_pair = ports_per_pair;
      return RunTraffic(config,
                        {.ports = ports, .port_step = step, .reads = !write, .writes = write})
          .megabytes_per_second;
    };
    EXPECT_NEAR(rate(2, 1, 2), 1000, 10);
    EXPECT_NEAR(rate(2, 2, 2), 2000, 20);
    EXPECT_NEAR(rate(2, 1, 1), 2000, 20);
    EXPECT_NEAR(rate(4, 1, 4), 1000, 10);
  }
}

// Regions in one bank: every burst of one port closes the row of another.
TEST(Bandwidth, RowsOfOneBankCost) {
  MemoryConfig config = Bank();
  config.read_queue = 1;
  const double one = RunTraffic(config, {.random = true}).Efficiency();
  const double many = RunTraffic(Bank(), {.random = true}).Efficiency();
  EXPECT_LT(one, 0.6 * many);
}

}  // namespace
}  // namespace nve
