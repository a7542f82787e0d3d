// SPDX-License-Identifier: Apache-2.0
// AXI4 memory slave: fixed latency, optional random stalls, error injection by address range and a
// log of every address handshake. Several ports may share one store.
#pragma once
#include <cstdint>
#include <deque>
#include <random>
#include <vector>

#include "axi_port.hpp"

namespace nve::dma_test {

constexpr unsigned kOkay = 0, kSlvErr = 2, kDecErr = 3;

struct Store {
  explicit Store(size_t size) : bytes(size) {}
  std::vector<uint8_t> bytes;

  uint32_t word(uint32_t addr) const {
    uint32_t v = 0;
    for (unsigned i = 0; i < 4; i++) v |= uint32_t{bytes.at(addr + i)} << (8 * i);
    return v;
  }
  void SetWord(uint32_t addr, uint32_t v) {
    for (unsigned i = 0; i < 4; i++) bytes.at(addr + i) = static_cast<uint8_t>(v >> (8 * i));
  }
};

struct Fault {
  uint32_t lo, hi;  // inclusive
  unsigned resp;
  bool reads, writes;
};

struct Handshake {
  uint64_t cycle;
  uint32_t addr;
  unsigned len, burst;
};

class AxiMemory {
 public:
  AxiMemory(Store& store, unsigned bytes, uint32_t seed)
      : store_(store), bytes_(bytes), rng_(seed) {}

  uint32_t base = 0;  // address of the store's first byte
  // Addresses beyond the store's end share its bytes from this place on; 0: they answer DECERR.
  uint32_t beyond = 0;
  unsigned read_latency = 3;   // AR handshake to first RVALID
  unsigned write_latency = 3;  // last W handshake to BVALID
  unsigned stall_percent = 0;  // chance per cycle that READY stays low or a VALID is held back
  unsigned acceptance = 64;    // open reads, and open writes, beyond which no address is taken
  std::vector<Fault> faults;
  std::vector<Handshake> reads, writes;
  std::vector<uint64_t> write_ends;  // cycle of every WLAST handshake

  // Drives the slave's pins for this cycle; uses nothing the master drives in it.
  void Drive(uint64_t cycle, AxiPort& p) {
    p.arready = !stalled() && read_queue_.size() < acceptance;
    p.awready = !stalled() && write_queue_.size() + resp_queue_.size() < acceptance;
    p.wready = !stalled();
    if (!rvalid_) rvalid_ = !read_queue_.empty() && cycle >= read_queue_.front().due && !stalled();
    if (!bvalid_) bvalid_ = !resp_queue_.empty() && cycle >= resp_queue_.front().due && !stalled();
    p.rvalid = rvalid_;
    p.rdata = 0;
    p.rresp = kOkay;
    p.rlast = false;
    if (rvalid_) {
      const Burst& b = read_queue_.front();
      const uint32_t addr = b.fixed ? b.addr : b.addr + b.beat * bytes_;
      p.rresp = Response(addr, true);
      if (p.rresp == kOkay) {
        for (unsigned i = 0; i < bytes_; i++) {
          p.rdata |= uint64_t{store_.bytes[place(addr) + i]} << (8 * i);
        }
      }
      p.rlast = b.beat == b.len;
    }
    p.bvalid = bvalid_;
    p.bresp = bvalid_ ? resp_queue_.front().resp : kOkay;
  }

  // Takes over what was transferred at the clock edge that ends this cycle.
  void Clock(uint64_t cycle, const AxiPort& p) {
    if (p.rvalid && p.rready) {
      if (read_queue_.front().beat++ == read_queue_.front().len) read_queue_.pop_front();
      // The following beat is offered at once unless a stall is drawn.
      rvalid_ = false;
    }
    if (p.bvalid && p.bready) {
      resp_queue_.pop_front();
      bvalid_ = false;
    }
    if (p.arvalid && p.arready) {
      read_queue_.push_back({p.araddr, p.arlen, 0, cycle + read_latency, p.arburst == 0, kOkay});
      reads.push_back({cycle, p.araddr, p.arlen, p.arburst});
    }
    if (p.awvalid && p.awready) {
      write_queue_.push_back({p.awaddr, p.awlen, 0, 0, p.awburst == 0, kOkay});
      writes.push_back({cycle, p.awaddr, p.awlen, p.awburst});
    }
    if (p.wvalid && p.wready) {
      data_queue_.push_back({p.wdata, p.wstrb});
      if (p.wlast) write_ends.push_back(cycle);
    }
    while (!write_queue_.empty() && !data_queue_.empty()) StoreBeat(cycle);
  }

  bool quiet() const { return read_queue_.empty() && write_queue_.empty() && resp_queue_.empty(); }

 private:
  struct Burst {
    uint32_t addr;
    unsigned len, beat;
    uint64_t due;
    bool fixed;
    unsigned resp;
  };
  struct Beat {
    uint64_t data;
    unsigned strb;
  };

  bool stalled() { return stall_percent != 0 && rng_() % 100 < stall_percent; }

  size_t place(uint32_t addr) const {
    const size_t offset = addr - base, size = store_.bytes.size();
    return beyond == 0 || offset < size ? offset : beyond + offset % (size - beyond);
  }

  unsigned Response(uint32_t addr, bool read) const {
    if (addr < base || place(addr) + bytes_ > store_.bytes.size()) return kDecErr;
    for (const Fault& f : faults) {
      if ((read ? f.reads : f.writes) && addr + bytes_ > f.lo && addr <= f.hi) return f.resp;
    }
    return kOkay;
  }

  void StoreBeat(uint64_t cycle) {
    Burst& b = write_queue_.front();
    const uint32_t addr = b.fixed ? b.addr : b.addr + b.beat * bytes_;
    const unsigned resp = Response(addr, false);
    if (resp != kOkay) {
      b.resp = resp;
    } else {
      for (unsigned i = 0; i < bytes_; i++) {
        if (data_queue_.front().strb >> i & 1) {
          store_.bytes[place(addr) + i] = static_cast<uint8_t>(data_queue_.front().data >> (8 * i));
        }
      }
    }
    data_queue_.pop_front();
    if (b.beat++ == b.len) {
      resp_queue_.push_back({0, 0, 0, cycle + write_latency, false, b.resp});
      write_queue_.pop_front();
    }
  }

  Store& store_;
  unsigned bytes_;
  std::minstd_rand rng_;
  bool rvalid_ = false, bvalid_ = false;
  std::deque<Burst> read_queue_, write_queue_, resp_queue_;
  std::deque<Beat> data_queue_;
};

}  // namespace nve::dma_test
