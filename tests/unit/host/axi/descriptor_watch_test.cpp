// SPDX-License-Identifier: Apache-2.0
// Descriptors as they end, from the handshakes of the descriptor port.
#include "host/axi/descriptor_watch.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace nve {
namespace {

class DescriptorLog : public CycleObserver {
 public:
  void Use(int, CycleUse, uint64_t) override {}
  void Burst(int, TilePort, bool, uint64_t, uint64_t, uint64_t) override {}
  void Descriptor(int tile, uint64_t address, uint64_t first, uint64_t last) override {
    lines.push_back(fmt::format("{} 0x{:x} {}-{}", tile, address, first, last));
  }
  std::vector<std::string> lines;
};

class DescriptorWatchTest : public ::testing::Test {
 protected:
  void Fetch(uint32_t address, uint64_t now) {
    Step({.arvalid = true, .araddr = address}, {.arready = true}, now);
  }
  void WriteStatus(uint32_t address, uint64_t now) {
    Step({.awvalid = true, .awaddr = address}, {.awready = true}, now);
  }
  void Respond(uint64_t now) { Step({.bready = true}, {.bvalid = true}, now); }
  void Step(const AxiMaster& master, const AxiSlave& slave, uint64_t now) {
    watch_.Step(master, slave, now);
  }

  DescriptorLog log_;
  DescriptorWatch watch_{log_, 1};
};

// The status is the word at 0x1C, or the mover's at 0x18.
TEST_F(DescriptorWatchTest, SpansFetchToResponse) {
  Fetch(0x1000, 5);
  Fetch(0x1040, 30);
  WriteStatus(0x101C, 60);
  WriteStatus(0x1058, 61);
  EXPECT_TRUE(log_.lines.empty());
  Respond(75);
  Respond(76);
  EXPECT_EQ(log_.lines, (std::vector<std::string>{"1 0x1000 5-75", "1 0x1040 30-76"}));
}

TEST_F(DescriptorWatchTest, RingsUseADescriptorAgain) {
  Fetch(0x1000, 0);
  WriteStatus(0x101C, 40);
  Respond(50);
  Fetch(0x1000, 100);
  WriteStatus(0x101C, 140);
  Respond(150);
  EXPECT_EQ(log_.lines.back(), "1 0x1000 100-150");
}

// Lists are read and not written; a wait for READY is no handshake.
TEST_F(DescriptorWatchTest, ListsAndWaitsEndNothing) {
  Fetch(0x8000, 0);
  Step({.arvalid = true, .araddr = 0x1000}, {}, 1);
  WriteStatus(0x101C, 2);
  Respond(3);
  EXPECT_TRUE(log_.lines.empty());
}

}  // namespace
}  // namespace nve
