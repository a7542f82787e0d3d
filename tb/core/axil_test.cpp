// SPDX-License-Identifier: Apache-2.0
// The AXI4-Lite front end in the whole design: order of address and data, strobes, answers.
#include <gmock/gmock.h>

#include "axil_bench.hpp"
#include "nve_arch.hpp"

namespace nve::test {
namespace {

class AxiLite : public ::testing::Test, protected AxiLiteBench {
 protected:
  AxiLite() : AxiLiteBench(100) {}
  void TearDown() override { EXPECT_THAT(broken_, ::testing::IsEmpty()); }

  /// A write whose address, data and readiness for the answer come after the given numbers of
  /// cycles.
  int Write(uint32_t address, uint32_t data, int address_delay = 0, int data_delay = 0,
            int answer_delay = 0, int strobes = 0xF) {
    bool address_done = false, data_done = false;
    for (int i = 0; i < 100; ++i) {
      top_->s_axi_ctrl_awvalid = i >= address_delay && !address_done;
      top_->s_axi_ctrl_awaddr = address;
      top_->s_axi_ctrl_wvalid = i >= data_delay && !data_done;
      top_->s_axi_ctrl_wdata = data;
      top_->s_axi_ctrl_wstrb = strobes;
      top_->s_axi_ctrl_bready = i >= answer_delay;
      top_->eval();
      address_done |= top_->s_axi_ctrl_awvalid && top_->s_axi_ctrl_awready;
      data_done |= top_->s_axi_ctrl_wvalid && top_->s_axi_ctrl_wready;
      const bool answered = top_->s_axi_ctrl_bvalid && top_->s_axi_ctrl_bready;
      const int answer = top_->s_axi_ctrl_bresp;
      if (top_->s_axi_ctrl_bvalid) {
        EXPECT_TRUE(address_done && data_done);
      }
      Step();
      if (answered) return answer;
    }
    ADD_FAILURE() << "no answer to a write";
    return -1;
  }

  int Read(uint32_t address, uint32_t& data, int answer_delay = 0) {
    bool address_done = false;
    for (int i = 0; i < 100; ++i) {
      top_->s_axi_ctrl_arvalid = !address_done;
      top_->s_axi_ctrl_araddr = address;
      top_->s_axi_ctrl_rready = i >= answer_delay;
      top_->eval();
      address_done |= top_->s_axi_ctrl_arvalid && top_->s_axi_ctrl_arready;
      const bool answered = top_->s_axi_ctrl_rvalid && top_->s_axi_ctrl_rready;
      const int answer = top_->s_axi_ctrl_rresp;
      data = top_->s_axi_ctrl_rdata;
      Step();
      if (answered) return answer;
    }
    ADD_FAILURE() << "no answer to a read";
    return -1;
  }
  uint32_t value(uint32_t address) {
    uint32_t data = 0;
    EXPECT_EQ(Read(address, data), kOkay);
    return data;
  }
};

TEST_F(AxiLite, AddressAndDataInAnyOrder) {
  uint32_t data = 100;
  for (int address_delay = 0; address_delay < 4; ++address_delay) {
    for (int data_delay = 0; data_delay < 4; ++data_delay) {
      for (int answer_delay = 0; answer_delay < 10; answer_delay += 3) {
        ++data;
        EXPECT_EQ(Write(arch::kRegRuns.offset, data, address_delay, data_delay, answer_delay),
                  kOkay);
        EXPECT_EQ(value(arch::kRegRuns.offset), data);
      }
    }
  }
}

TEST_F(AxiLite, PartialWriteIsNotPresented) {
  EXPECT_EQ(Write(arch::kRegRuns.offset, 7), kOkay);
  for (int strobes = 0; strobes < 15; ++strobes) {
    EXPECT_EQ(Write(arch::kRegRuns.offset, 9, 0, 0, 0, strobes), kSlvErr);
    EXPECT_EQ(value(arch::kRegRuns.offset), 7u);
  }
}

TEST_F(AxiLite, RefusedWritesAndUnknownOffsets) {
  EXPECT_EQ(Write(arch::kRegId.offset, 0), kSlvErr);
  EXPECT_EQ(Write(0x88, 0), kSlvErr);
  EXPECT_EQ(Write(arch::kRegRuns.offset, 0x10000), kSlvErr);
  EXPECT_EQ(Write(arch::kRegControl.offset, arch::kControlStart), kSlvErr);
  EXPECT_EQ(value(arch::kRegStatus.offset), arch::kStatusConfigError);
  EXPECT_EQ(Write(arch::kActTableOffset + 8, 0xFF), kOkay);
  uint32_t data = 1;
  EXPECT_EQ(Read(0x88, data), kSlvErr);
  EXPECT_EQ(data, 0u);
  EXPECT_EQ(Read(arch::kRegRuns.offset + 2, data), kSlvErr);
  ASSERT_FALSE(broken_.empty());  // and the checker does not follow what it has refused
  EXPECT_THAT(broken_[0], ::testing::HasSubstr("rule L4"));
  broken_.clear();
  EXPECT_EQ(value(arch::kActTableOffset + 8), 0u);
  EXPECT_EQ(value(arch::kRegId.offset), arch::kRegId.reset);
}

TEST_F(AxiLite, ReadAnswerWaitsForReady) {
  uint32_t data = 0;
  for (int delay = 0; delay < 8; ++delay) {
    EXPECT_EQ(Read(arch::kRegArchId.offset, data, delay), kOkay);
    EXPECT_EQ(data, arch::kArchId);
  }
}

TEST_F(AxiLite, BackToBackWritesAllArrive) {
  // Valid never falls: addresses and data of the AGU settings, one after the other.
  const uint32_t first = arch::kRegAguInc1.offset;
  uint32_t addressed = 0, sent = 0, answered = 0;
  top_->s_axi_ctrl_bready = 1;
  top_->s_axi_ctrl_wstrb = 0xF;
  const int start = cycle_;
  while (answered < 6 && cycle_ < start + 100) {
    top_->s_axi_ctrl_awvalid = addressed < 6;
    top_->s_axi_ctrl_awaddr = first + 4 * addressed;
    top_->s_axi_ctrl_wvalid = sent < 6;
    top_->s_axi_ctrl_wdata = 11 + sent;
    top_->eval();
    addressed += top_->s_axi_ctrl_awvalid && top_->s_axi_ctrl_awready;
    sent += top_->s_axi_ctrl_wvalid && top_->s_axi_ctrl_wready;
    if (top_->s_axi_ctrl_bvalid) {
      ++answered;
      EXPECT_EQ(top_->s_axi_ctrl_bresp, kOkay);
    }
    Step();
  }
  top_->s_axi_ctrl_awvalid = top_->s_axi_ctrl_wvalid = 0;
  EXPECT_EQ(answered, 6u);
  for (uint32_t i = 0; i < 6; ++i) EXPECT_EQ(value(first + 4 * i), 11 + i);
}

}  // namespace
}  // namespace nve::test
