// SPDX-License-Identifier: Apache-2.0
// The kinds of cycles of a monitor, on hand-made channels.
#include "host/axi/axi_monitor.hpp"

#include <gtest/gtest.h>

namespace nve {
namespace {

constexpr int kBytes = 8;

uint64_t CyclesOf(const AxiSideCounts& counts, AxiCycle kind) {
  return counts.cycles[static_cast<size_t>(kind)];
}

TEST(AxiMonitor, ReadCyclesHaveOneKindEach) {
  AxiMonitor monitor;
  uint64_t now = 0;
  const auto step = [&](bool arvalid, bool arready, bool rvalid, bool rready, bool rlast) {
    AxiMaster master;
    AxiSlave slave;
    master.arvalid = arvalid;
    master.rready = rready;
    slave.arready = arready;
    slave.rvalid = rvalid;
    slave.rlast = rlast;
    monitor.Observe(master, slave, kBytes, now++);
  };
  step(true, false, false, true, false);  // 0 address waits
  step(true, true, false, true, false);   // 1 address
  step(false, true, false, true, false);  // 2 stall
  step(false, true, true, false, false);  // 3 slow sink
  step(false, true, true, true, false);   // 4 beat
  step(false, true, false, true, false);  // 5 stall
  step(false, true, true, true, true);    // 6 beat, last
  step(false, true, false, true, false);  // 7 idle
  const AxiSideCounts counts = monitor.Counts(10).read;
  EXPECT_EQ(CyclesOf(counts, AxiCycle::kAddress), 2U);
  EXPECT_EQ(CyclesOf(counts, AxiCycle::kStall), 2U);
  EXPECT_EQ(CyclesOf(counts, AxiCycle::kSlowSink), 1U);
  EXPECT_EQ(CyclesOf(counts, AxiCycle::kBeat), 2U);
  EXPECT_EQ(CyclesOf(counts, AxiCycle::kIdle), 3U);
  EXPECT_EQ(counts.bursts, 1U);
  EXPECT_EQ(counts.bytes, 16U);
  EXPECT_EQ(counts.address_wait, 1U);
  EXPECT_EQ(counts.most_open, 1U);
  EXPECT_EQ(counts.latency[3], 1U);  // handshake in 1, first beat in 4
}

TEST(AxiMonitor, WriteCyclesHaveOneKindEach) {
  AxiMonitor monitor;
  uint64_t now = 0;
  const auto step = [&](bool awvalid, bool wvalid, bool wready, bool wlast, bool bvalid) {
    AxiMaster master;
    AxiSlave slave;
    master.awvalid = awvalid;
    master.wvalid = wvalid;
    master.wlast = wlast;
    master.bready = true;
    slave.awready = true;
    slave.wready = wready;
    slave.bvalid = bvalid;
    monitor.Observe(master, slave, kBytes, now++);
  };
  step(true, false, false, false, false);   // 0 address
  step(false, true, false, false, false);   // 1 the memory does not take the beat
  step(false, true, true, false, false);    // 2 beat
  step(false, false, true, false, false);   // 3 the master has no data
  step(false, true, true, true, false);     // 4 beat, last
  step(false, false, false, false, false);  // 5 response to come
  step(false, false, false, false, true);   // 6 response
  step(false, false, false, false, false);  // 7 idle
  const AxiSideCounts counts = monitor.Counts(8).write;
  EXPECT_EQ(CyclesOf(counts, AxiCycle::kAddress), 1U);
  EXPECT_EQ(CyclesOf(counts, AxiCycle::kSlowSink), 1U);
  EXPECT_EQ(CyclesOf(counts, AxiCycle::kStall), 1U);
  EXPECT_EQ(CyclesOf(counts, AxiCycle::kBeat), 2U);
  EXPECT_EQ(CyclesOf(counts, AxiCycle::kResponse), 2U);
  EXPECT_EQ(CyclesOf(counts, AxiCycle::kIdle), 1U);
  EXPECT_EQ(counts.latency[2], 1U);  // last beat in 4, response in 6
}

TEST(AxiMonitor, DifferencesAreThoseOfTheTimeBetween) {
  AxiSideCounts earlier;
  earlier.bytes = 8;
  earlier.latency[5] = 1;
  AxiSideCounts later = earlier;
  later.bytes = 24;
  later.latency[5] = 3;
  later.most_open = 4;
  const AxiSideCounts difference = later - earlier;
  EXPECT_EQ(difference.bytes, 16U);
  EXPECT_EQ(difference.latency[5], 2U);
  AxiSideCounts sum = earlier;
  sum += difference;
  EXPECT_EQ(sum.bytes, later.bytes);
  const AxiSideOfRun result = ResultOf(difference);
  EXPECT_EQ(result.latency, (Named<uint64_t>{{"5", 2}}));
  EXPECT_EQ(result.bytes, 16U);
}

}  // namespace
}  // namespace nve
