// Protocol monitors. The codes name the rules: A1 VALID low in reset, A2 VALID and payload stable
// until READY, A5 no burst over a 4 KB boundary, A6 burst type and length, A7 size, A8 LAST on the
// right beat, A10 strobes, A11 one B per finished burst, A12 R only for an open AR, A15 time-out;
// S1 and S2 as A1 and A2 for streams, S5 null bytes only in the TLAST word and contiguous, S6
// packet accounting is done by the tests.
#pragma once
#include <deque>
#include <string>
#include <vector>

#include "axi_port.hpp"

namespace nve::dma_test {

class AxiChecker {
 public:
  AxiChecker(std::string name, unsigned bytes) : name_(std::move(name)), bytes_(bytes) {}

  std::vector<std::string> errors;
  bool check_strobes_full = false;

  void observe(uint64_t cycle, const AxiPort& p, bool in_reset) {
    cycle_ = cycle;
    if (in_reset) {
      expect(!p.arvalid && !p.awvalid && !p.wvalid, "A1", "VALID during reset");
      last_ = AxiPort{};
      waiting_ = 0;
      return;
    }
    stable(last_.arvalid && !last_.arready,
           p.arvalid && p.araddr == last_.araddr && p.arlen == last_.arlen &&
               p.arburst == last_.arburst && p.arsize == last_.arsize,
           "AR");
    stable(last_.awvalid && !last_.awready,
           p.awvalid && p.awaddr == last_.awaddr && p.awlen == last_.awlen &&
               p.awburst == last_.awburst && p.awsize == last_.awsize,
           "AW");
    stable(last_.wvalid && !last_.wready,
           p.wvalid && p.wdata == last_.wdata && p.wstrb == last_.wstrb && p.wlast == last_.wlast,
           "W");
    stable(last_.rvalid && !last_.rready, p.rvalid && p.rdata == last_.rdata, "R");
    stable(last_.bvalid && !last_.bready, p.bvalid && p.bresp == last_.bresp, "B");
    if (p.arvalid) address("AR", p.araddr, p.arlen, p.arsize, p.arburst);
    if (p.awvalid) address("AW", p.awaddr, p.awlen, p.awsize, p.awburst);

    // A response must belong to a burst that was complete in an earlier cycle.
    if (p.rvalid) expect(!reads_.empty(), "A12", "R without open AR");
    if (p.bvalid) expect(responses_ > 0, "A11", "B before the burst is complete");
    if (p.rvalid && p.rready && !reads_.empty()) {
      expect(p.rlast == (read_beat_ == reads_.front()), "A8", "RLAST on the wrong beat");
      if (read_beat_++ == reads_.front()) {
        reads_.pop_front();
        read_beat_ = 0;
      }
    }
    if (p.bvalid && p.bready) responses_--;
    if (p.arvalid && p.arready) reads_.push_back(p.arlen);
    if (p.awvalid && p.awready) writes_.push_back(p.awlen);
    if (p.wvalid) {
      expect((p.wstrb >> bytes_) == 0, "A10", "strobe outside the bus");
      if (!p.wlast && check_strobes_full) {
        expect(p.wstrb == (1u << bytes_) - 1, "A10", "partial word inside a burst");
      }
    }
    if (p.wvalid && p.wready) {
      write_beat_++;
      if (p.wlast) {
        write_lengths_.push_back(write_beat_ - 1);
        write_beat_ = 0;
      }
    }
    while (!writes_.empty() && !write_lengths_.empty()) {
      expect(writes_.front() == write_lengths_.front(), "A8", "WLAST on the wrong beat");
      writes_.pop_front();
      write_lengths_.pop_front();
      responses_++;
    }
    const bool open = !reads_.empty() || !writes_.empty() || responses_ > 0;
    const bool moved = (p.rvalid && p.rready) || (p.bvalid && p.bready) || (p.wvalid && p.wready) ||
                       (p.arvalid && p.arready);
    waiting_ = open && !moved ? waiting_ + 1 : 0;
    expect(waiting_ != 1000, "A15", "no progress for 1000 cycles");
    last_ = p;
  }

  bool quiet() const { return reads_.empty() && writes_.empty() && responses_ == 0; }

 private:
  void expect(bool ok, const char* code, const std::string& text) {
    if (!ok && errors.size() < 20) {
      errors.push_back(name_ + " cycle " + std::to_string(cycle_) + " " + code + ": " + text);
    }
  }
  void stable(bool held, bool same, const char* channel) {
    if (held) expect(same, "A2", std::string(channel) + " changed while waiting");
  }
  void address(const char* channel, uint32_t addr, unsigned len, unsigned size, unsigned burst) {
    const uint64_t last = uint64_t{addr} + uint64_t{len + 1} * (1u << size) - 1;
    const std::string c = channel;
    expect(burst != 1 || addr >> 12 == last >> 12, "A5", c + " crosses 4 KB");
    expect(burst <= 1 && len < 16, "A6", c + " illegal burst");
    expect(1u << size == bytes_, "A7", c + " size is not the bus width");
  }

  std::string name_;
  unsigned bytes_;
  uint64_t cycle_ = 0;
  AxiPort last_;
  std::deque<unsigned> reads_, writes_, write_lengths_;
  unsigned read_beat_ = 0, write_beat_ = 0;
  int responses_ = 0;
  unsigned waiting_ = 0;
};

class AxisChecker {
 public:
  explicit AxisChecker(std::string name, unsigned bytes) : name_(std::move(name)), bytes_(bytes) {}

  std::vector<std::string> errors;

  void observe(uint64_t cycle, const AxisPort& p, bool in_reset) {
    auto expect = [&](bool ok, const char* text) {
      if (!ok && errors.size() < 20) {
        errors.push_back(name_ + " cycle " + std::to_string(cycle) + " " + text);
      }
    };
    if (in_reset) {
      expect(!p.valid, "S1: TVALID during reset");
      last_ = AxisPort{};
      return;
    }
    if (last_.valid && !last_.ready) {
      expect(p.valid && p.data == last_.data && p.keep == last_.keep && p.last == last_.last,
             "S2: word changed while waiting");
    }
    if (p.valid) {
      expect(((p.keep + 1) & p.keep) == 0, "S5: TKEEP not contiguous");
      expect(p.last || p.keep == (1u << bytes_) - 1, "S5: null bytes before TLAST");
    }
    last_ = p;
  }

  // After a soft reset a waiting word may disappear.
  void forget() { last_ = AxisPort{}; }

 private:
  std::string name_;
  unsigned bytes_;
  AxisPort last_;
};

}  // namespace nve::dma_test
