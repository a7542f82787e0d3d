// SPDX-License-Identifier: Apache-2.0
// Bursts as they end, from the handshakes of a port.
#include "host/axi/burst_watch.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace nve {
namespace {

class Log : public CycleObserver {
 public:
  void Use(int, CycleUse, uint64_t) override {}
  void Burst(int tile, TilePort port, bool write, uint64_t first, uint64_t last,
             uint64_t bytes) override {
    lines.push_back(fmt::format("{} {} {} {}-{} {}", tile,
                                kTilePortNames[static_cast<size_t>(port)], write ? "write" : "read",
                                first, last, bytes));
  }
  void Descriptor(int, uint64_t, uint64_t, uint64_t) override {}
  std::vector<std::string> lines;
};

TEST(BurstWatch, TellsOfReadsInTheOrderTheyEnd) {
  Log log;
  BurstWatch watch(log, 2, TilePort::kMm2s, 8);
  AxiMaster master;
  AxiSlave slave;
  slave.arready = true;
  master.rready = true;
  master.arvalid = true;
  watch.Step(master, slave, 0);
  watch.Step(master, slave, 1);
  master.arvalid = false;
  slave.rvalid = true;
  watch.Step(master, slave, 20);
  slave.rlast = true;
  watch.Step(master, slave, 21);
  EXPECT_EQ(log.lines, std::vector<std::string>{"2 mm2s read 0-21 16"});
  watch.Step(master, slave, 22);
  EXPECT_EQ(log.lines.back(), "2 mm2s read 1-22 8");
}

// Data may come before their address; a burst ends with its response.
TEST(BurstWatch, TellsOfWritesWithTheirResponse) {
  Log log;
  BurstWatch watch(log, 0, TilePort::kS2mm, 8);
  AxiMaster master;
  AxiSlave slave;
  slave.awready = slave.wready = true;
  master.wvalid = master.wlast = true;
  watch.Step(master, slave, 5);
  master.wvalid = false;
  master.awvalid = true;
  watch.Step(master, slave, 6);
  master.awvalid = false;
  EXPECT_TRUE(log.lines.empty());
  slave.bvalid = master.bready = true;
  watch.Step(master, slave, 30);
  EXPECT_EQ(log.lines, std::vector<std::string>{"0 s2mm write 6-30 8"});
}

}  // namespace
}  // namespace nve
