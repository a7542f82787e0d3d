// SPDX-License-Identifier: Apache-2.0
// A random AXI master: see test_master.hpp.
#include "tests/unit/host/axi/test_master.hpp"

#include <bit>

namespace nve::testing {

void TestMaster::Read(uint32_t address, size_t beats) {
  reads_.push_back({address, std::vector<uint64_t>(beats), 0});
}

void TestMaster::Write(uint32_t address, std::vector<uint64_t> beats) {
  writes_.push_back({address, std::move(beats), 0});
}

bool TestMaster::Done() const {
  return read_done_ == reads_.size() && write_done_ == writes_.size();
}

void TestMaster::Step(const AxiSlave& in) {
  const bool done = Done();
  StepRead(in);
  StepWrite(in);
  ++cycle_;
  if (!done && Done()) cycles_to_done_ = cycle_;
}

void TestMaster::StepRead(const AxiSlave& in) {
  if (in.rvalid && pins_.rready) {
    TestBurst& burst = reads_[read_done_];
    burst.beats[read_beat_] = in.rdata;
    burst.response = in.rresp;
    if (++read_beat_ == burst.beats.size()) {
      read_beat_ = 0;
      ++read_done_;
    }
  }
  pins_.rready = Chance();
  if (pins_.arvalid && in.arready) {
    pins_.arvalid = false;
    ++read_asked_;
  }
  if (pins_.arvalid || read_asked_ == reads_.size() || !Chance()) return;
  const TestBurst& next = reads_[read_asked_];
  pins_.arvalid = true;
  pins_.araddr = next.address;
  pins_.arlen = static_cast<uint8_t>(next.beats.size() - 1);
  pins_.arsize = static_cast<uint8_t>(std::countr_zero(static_cast<unsigned>(bus_bytes_)));
  pins_.arburst = kAxiBurstIncr;
}

void TestMaster::StepWrite(const AxiSlave& in) {
  if (in.bvalid && pins_.bready) writes_[write_done_++].response = in.bresp;
  pins_.bready = Chance();
  if (pins_.wvalid && in.wready) {
    pins_.wvalid = false;
    if (++write_beat_ == writes_[write_sent_].beats.size()) {
      write_beat_ = 0;
      ++write_sent_;
    }
  }
  if (pins_.awvalid && in.awready) {
    pins_.awvalid = false;
    ++write_asked_;
  }
  if (!pins_.awvalid && write_asked_ < writes_.size() && Chance()) {
    const TestBurst& next = writes_[write_asked_];
    pins_.awvalid = true;
    pins_.awaddr = next.address;
    pins_.awlen = static_cast<uint8_t>(next.beats.size() - 1);
    pins_.awsize = static_cast<uint8_t>(std::countr_zero(static_cast<unsigned>(bus_bytes_)));
    pins_.awburst = kAxiBurstIncr;
  }
  if (!pins_.wvalid && write_sent_ < write_asked_ && Chance()) {
    const TestBurst& burst = writes_[write_sent_];
    pins_.wvalid = true;
    pins_.wdata = burst.beats[write_beat_];
    pins_.wstrb = static_cast<uint8_t>((1U << bus_bytes_) - 1);
    pins_.wlast = write_beat_ + 1 == burst.beats.size();
  }
}

}  // namespace nve::testing
