// SPDX-License-Identifier: Apache-2.0
// AXI rule checkers: see axi_checker.hpp.
#include "host/axi/axi_checker.hpp"

#include <fmt/format.h>

#include "host/axi/rule_broken.hpp"

namespace nve {
namespace {

constexpr uint8_t kExclusiveOkay = 1;
constexpr uint32_t kRegisterBytes = 4;

// Keeps what waits for READY. The rule that is broken, if one is: VALID fell, or the payload
// changed.
enum class Change { kNone, kWithdrawn, kPayload };

template <typename Payload>
Change Hold(AxiHeld<Payload>& held, bool valid, bool ready, const Payload& payload) {
  if (held.cycles > 0) {
    if (!valid) return Change::kWithdrawn;
    if (!(payload == held.payload)) return Change::kPayload;
  }
  if (!valid || ready) {
    held.cycles = 0;
  } else {
    if (held.cycles == 0) held.payload = payload;
    ++held.cycles;
  }
  return Change::kNone;
}

std::string Found(Change change, const char* channel, uint64_t cycles) {
  return fmt::format("{} {} after {} cycles without {}READY", channel,
                     change == Change::kWithdrawn ? "no longer VALID" : "with another payload",
                     cycles, channel);
}

std::string UntilReady(const char* channel) {
  return fmt::format("VALID and the same payload until {}READY", channel);
}

// A channel whose VALID is high, of a full port or of registers; nullptr if there is none.
template <typename Master, typename Slave>
const char* ChannelWithValid(const Master& master, const Slave& slave) {
  return master.arvalid   ? "AR"
         : master.awvalid ? "AW"
         : master.wvalid  ? "W"
         : slave.rvalid   ? "R"
         : slave.bvalid   ? "B"
                          : nullptr;
}

std::string Within(uint64_t cycles) { return fmt::format("at most {}", cycles); }

std::string NoValid(const char* channel, uint64_t cycles, bool ready) {
  return fmt::format("no {0}VALID for {1} cycles with {0}READY {2}", channel, cycles,
                     ready ? "high" : "low");
}

}  // namespace

void AxiRules::Break(const char* rule, const std::string& found, const std::string& allowed) const {
  throw RuleBroken({"AXI", rule, name_, now_, found, allowed});
}

// ---- AXI4 ----

void AxiChecker::LeaveReset(const AxiMaster& master, const AxiSlave& slave) {
  CheckNoValid(master, slave, "in the first cycle after reset");
  first_ = false;
}

void AxiChecker::StepReset(const AxiMaster& master, const AxiSlave& slave, uint64_t now) {
  *this = AxiChecker(std::move(name_), bus_bytes_, *limits_);
  now_ = now;
  CheckNoValid(master, slave, "in reset");
}

void AxiChecker::CheckNoValid(const AxiMaster& master, const AxiSlave& slave,
                              const char* when) const {
  const char* channel = ChannelWithValid(master, slave);
  if (channel != nullptr) Break("A1", fmt::format("{}VALID {}", channel, when), "VALID low");
}

// Answers are for what was taken in an earlier cycle, hence R and B first. Channels on which
// nothing happens are left out: most of them in most cycles.
void AxiChecker::StepRead(const AxiMaster& master, const AxiSlave& slave) {
  if (slave.rvalid || r_.cycles > 0) StepReadData(master, slave);
  if (master.arvalid || ar_.cycles > 0) StepReadAddress(master, slave);
  CheckOwed("R", !reads_.empty() && !slave.rvalid, master.rready, r_owed_);
  read_quiet_ = reads_.empty() && ar_.cycles == 0;
}

void AxiChecker::StepReadData(const AxiMaster& master, const AxiSlave& slave) {
  if (slave.rvalid) {
    if (reads_.empty()) Break("A12", "RVALID without an open read", "R after its AR was taken");
    CheckLast("RLAST", slave.rlast, read_beat_ + 1, reads_.front());
    CheckResponse("RRESP", slave.rresp);
  }
  CheckStable("R", r_, slave.rvalid, master.rready, {slave.rdata, slave.rresp, slave.rlast});
  if (slave.rvalid && master.rready && ++read_beat_ == reads_.front()) {
    reads_.pop_front();
    read_beat_ = 0;
  }
}

void AxiChecker::StepReadAddress(const AxiMaster& master, const AxiSlave& slave) {
  const Address address = {master.araddr,  master.arlen,   master.arsize,
                           master.arburst, master.arcache, master.arprot};
  if (master.arvalid) CheckAddress("AR", address);
  CheckHeld("AR", ar_, master.arvalid, slave.arready, address);
  if (master.arvalid && slave.arready) {
    reads_.push_back(master.arlen + 1);
    CheckAcceptance("reads", reads_.size());
  }
}

void AxiChecker::StepWrite(const AxiMaster& master, const AxiSlave& slave) {
  if (slave.bvalid || b_.cycles > 0) StepResponse(master, slave);
  if (master.wvalid || w_.cycles > 0) StepWriteData(master, slave);
  if (master.awvalid || aw_.cycles > 0) StepWriteAddress(master, slave);
  CheckOwed("B", responses_ > 0 && !slave.bvalid, master.bready, b_owed_);
  CheckOwedByMaster(master, slave);
  write_quiet_ = writes_.empty() && responses_ == 0 && ahead_.empty() && write_beat_ == 0 &&
                 aw_.cycles == 0 && w_.cycles == 0;
}

void AxiChecker::StepResponse(const AxiMaster& master, const AxiSlave& slave) {
  if (slave.bvalid) {
    if (responses_ == 0) {
      Break("A11", "BVALID without a write that waits for it",
            "one B after the AW and the last W of a burst");
    }
    CheckResponse("BRESP", slave.bresp);
  }
  CheckStable("B", b_, slave.bvalid, master.bready, {0, slave.bresp, false});
  if (slave.bvalid && master.bready) --responses_;
}

void AxiChecker::StepWriteData(const AxiMaster& master, const AxiSlave& slave) {
  if (master.wvalid && master.wstrb >> bus_bytes_ != 0) {
    Break("A10", fmt::format("WSTRB 0x{:02x}", master.wstrb),
          fmt::format("the {} lanes of the bus", bus_bytes_));
  }
  CheckHeld("W", w_, master.wvalid, slave.wready, {master.wdata, master.wstrb, master.wlast});
  if (master.wvalid && slave.wready) TakeData(master.wlast);
}

void AxiChecker::StepWriteAddress(const AxiMaster& master, const AxiSlave& slave) {
  const Address address = {master.awaddr,  master.awlen,   master.awsize,
                           master.awburst, master.awcache, master.awprot};
  if (master.awvalid) CheckAddress("AW", address);
  CheckHeld("AW", aw_, master.awvalid, slave.awready, address);
  if (master.awvalid && slave.awready) TakeAddress(master.awlen + 1);
}

// Data belong to the first address without them; if there is none, they came ahead of it.
void AxiChecker::TakeData(bool last) {
  ++write_beat_;
  if (!writes_.empty() || write_beat_ > kMaxBeats) {
    CheckLast("WLAST", last, write_beat_, writes_.empty() ? kMaxBeats : writes_.front());
  }
  if (!last) return;
  if (writes_.empty()) {
    ahead_.push_back(write_beat_);
  } else {
    writes_.pop_front();
    ++responses_;
  }
  write_beat_ = 0;
}

void AxiChecker::TakeAddress(int beats) {
  const bool complete = !ahead_.empty();
  const int sent = complete ? ahead_.front() : writes_.empty() ? write_beat_ : 0;
  if (complete ? sent != beats : sent >= beats) {
    Break("A8", fmt::format("{} beats {} WLAST", sent, complete ? "up to" : "without"),
          fmt::format("{}, as their AW says", beats));
  }
  if (complete) {
    ahead_.pop_front();
    ++responses_;
  } else {
    writes_.push_back(beats);
  }
  CheckAcceptance("writes", writes_.size() + responses_);
}

// A master may take its time, but may not wait for READY.
void AxiChecker::CheckOwedByMaster(const AxiMaster& master, const AxiSlave& slave) {
  CheckOwed("W", !writes_.empty() && !master.wvalid && !slave.wready, false, w_owed_);
  const bool ahead = writes_.empty() && (write_beat_ > 0 || !ahead_.empty());
  CheckOwed("AW", ahead && !master.awvalid && !slave.awready, false, aw_owed_);
}

void AxiChecker::CheckAddress(const char* channel, const Address& address) const {
  const int beats = address.length + 1;
  if (address.burst != kAxiBurstIncr && address.burst != kAxiBurstFixed) {
    Break("A6", fmt::format("{}BURST {}", channel, address.burst), "0 (FIXED) and 1 (INCR)");
  }
  if (beats > kMaxBeats) {
    Break("A6", fmt::format("{} of {} beats", channel, beats), Within(kMaxBeats));
  }
  if (1 << address.size != bus_bytes_) {
    Break("A7", fmt::format("{}SIZE {}", channel, address.size),
          fmt::format("the bus width, {} bytes", bus_bytes_));
  }
  if (address.cache != kAxiCacheBufferable || address.prot != kAxiProtData) {
    Break("A16", fmt::format("{0}CACHE {1}, {0}PROT {2}", channel, address.cache, address.prot),
          fmt::format("{0}CACHE {1}, {0}PROT {2}", channel, kAxiCacheBufferable, kAxiProtData));
  }
  const auto bytes = static_cast<uint64_t>(bus_bytes_);
  if (address.address % bytes != 0) {
    Break("A10", fmt::format("{}ADDR 0x{:08x}", channel, address.address),
          fmt::format("multiples of {}", bus_bytes_));
  }
  const uint64_t last = address.address + static_cast<uint64_t>(beats) * bytes - 1;
  if (address.burst == kAxiBurstIncr && address.address / kPage != last / kPage) {
    Break("A5", fmt::format("{} of {} beats at 0x{:08x}", channel, beats, address.address),
          "bursts within 4 KB");
  }
}

void AxiChecker::CheckLast(const char* signal, bool last, int beat, int beats) const {
  if (last == (beat == beats)) return;
  Break("A8", fmt::format("{} {} in beat {} of {}", signal, last ? 1 : 0, beat, beats),
        "1 in the last beat and 0 before");
}

void AxiChecker::CheckResponse(const char* signal, uint8_t response) const {
  if (response == kExclusiveOkay) {
    Break("A13", fmt::format("{} EXOKAY", signal), "OKAY, SLVERR and DECERR");
  }
}

void AxiChecker::CheckAcceptance(const char* what, size_t open) const {
  if (open > limits_->acceptance) {
    Break("A14", fmt::format("{} {} under way", open, what), Within(limits_->acceptance));
  }
}

void AxiChecker::CheckOwed(const char* channel, bool owed, bool ready, uint64_t& cycles) const {
  if (!owed) {
    cycles = 0;
  } else if (++cycles > limits_->timeout) {
    Break(ready ? "A15" : "A3", NoValid(channel, cycles, ready), Within(limits_->timeout));
  }
}

template <typename Payload>
void AxiChecker::CheckStable(const char* channel, AxiHeld<Payload>& held, bool valid, bool ready,
                             const Payload& payload) const {
  const Change change = Hold(held, valid, ready, payload);
  if (change != Change::kNone) {
    Break("A2", Found(change, channel, held.cycles), UntilReady(channel));
  }
}

template <typename Payload>
void AxiChecker::CheckHeld(const char* channel, AxiHeld<Payload>& held, bool valid, bool ready,
                           const Payload& payload) const {
  CheckStable(channel, held, valid, ready, payload);
  if (held.cycles > limits_->timeout) {
    Break("A15", fmt::format("no {}READY for {} cycles", channel, held.cycles),
          Within(limits_->timeout));
  }
}

// ---- AXI4-Lite ----

void AxiLiteChecker::StepReset(const AxiLiteMaster& master, const AxiLiteSlave& slave,
                               uint64_t now) {
  *this = AxiLiteChecker(std::move(name_), *limits_);
  now_ = now;
  CheckNoValid(master, slave, "in reset");
}

void AxiLiteChecker::CheckNoValid(const AxiLiteMaster& master, const AxiLiteSlave& slave,
                                  const char* when) const {
  const char* channel = ChannelWithValid(master, slave);
  if (channel != nullptr) Break("L1 (A1)", fmt::format("{}VALID {}", channel, when), "VALID low");
}

void AxiLiteChecker::StepActive(const AxiLiteMaster& master, const AxiLiteSlave& slave,
                                uint64_t now) {
  now_ = now;
  if (first_) CheckNoValid(master, slave, "in the first cycle after reset");
  first_ = false;
  StepRead(master, slave);
  StepWrite(master, slave);
  quiet_ = reads_ == 0 && addresses_ == 0 && data_ == 0 && ar_.cycles == 0 && aw_.cycles == 0 &&
           w_.cycles == 0;
}

void AxiLiteChecker::StepRead(const AxiLiteMaster& master, const AxiLiteSlave& slave) {
  if (slave.rvalid) {
    if (reads_ == 0) {
      Break(master.arvalid ? "L1 (A12)" : "L3", "RVALID without an open read",
            "one R after each AR");
    }
    CheckResponse("RRESP", slave.rresp);
  }
  CheckStable("R", r_, slave.rvalid, master.rready, {slave.rdata, slave.rresp});
  if (slave.rvalid && master.rready) --reads_;
  if (master.arvalid) CheckAddress("AR", master.araddr);
  CheckHeld("AR", ar_, master.arvalid, slave.arready, master.araddr);
  if (master.arvalid && slave.arready) ++reads_;
  if (TimedOut(r_waits_, reads_ > 0 && !slave.rvalid)) {
    Break("L1 (A15)", fmt::format("no RVALID for {} cycles", r_waits_), Within(limits_->timeout));
  }
}

void AxiLiteChecker::StepWrite(const AxiLiteMaster& master, const AxiLiteSlave& slave) {
  if (slave.bvalid) {
    if (addresses_ == 0 || data_ == 0) {
      const bool begun = addresses_ > 0 || data_ > 0 || master.awvalid || master.wvalid;
      Break(begun ? "L1 (A11)" : "L3", "BVALID without a write that waits for it",
            "one B after each pair of AW and W");
    }
    CheckResponse("BRESP", slave.bresp);
  }
  CheckStable("B", b_, slave.bvalid, master.bready, {0, slave.bresp});
  if (slave.bvalid && master.bready) {
    --addresses_;
    --data_;
  }
  if (master.awvalid) CheckAddress("AW", master.awaddr);
  CheckHeld("AW", aw_, master.awvalid, slave.awready, master.awaddr);
  CheckHeld("W", w_, master.wvalid, slave.wready, master.wdata);
  const bool address = master.awvalid || addresses_ > 0;
  const bool data = master.wvalid || data_ > 0;
  if (master.awvalid && slave.awready) ++addresses_;
  if (master.wvalid && slave.wready) ++data_;
  if (TimedOut(pair_waits_, address != data)) {
    Break("L2", fmt::format("{} alone for {} cycles", address ? "AW" : "W", pair_waits_),
          Within(limits_->timeout));
  }
  if (TimedOut(b_waits_, addresses_ > 0 && data_ > 0 && !slave.bvalid)) {
    Break("L1 (A15)", fmt::format("no BVALID for {} cycles", b_waits_), Within(limits_->timeout));
  }
}

void AxiLiteChecker::CheckAddress(const char* channel, uint32_t address) const {
  if (address % kRegisterBytes != 0) {
    Break("L4", fmt::format("{}ADDR 0x{:x}", channel, address), "multiples of 4");
  }
}

void AxiLiteChecker::CheckResponse(const char* signal, uint8_t response) const {
  if (response == kExclusiveOkay) {
    Break("L1 (A13)", fmt::format("{} EXOKAY", signal), "OKAY, SLVERR and DECERR");
  }
}

bool AxiLiteChecker::TimedOut(uint64_t& cycles, bool waits) const {
  cycles = waits ? cycles + 1 : 0;
  return cycles > limits_->timeout;
}

template <typename Payload>
void AxiLiteChecker::CheckStable(const char* channel, AxiHeld<Payload>& held, bool valid,
                                 bool ready, const Payload& payload) const {
  const Change change = Hold(held, valid, ready, payload);
  if (change != Change::kNone) {
    Break("L1 (A2)", Found(change, channel, held.cycles), UntilReady(channel));
  }
}

template <typename Payload>
void AxiLiteChecker::CheckHeld(const char* channel, AxiHeld<Payload>& held, bool valid, bool ready,
                               const Payload& payload) const {
  CheckStable(channel, held, valid, ready, payload);
  if (held.cycles > limits_->timeout) {
    Break("L1 (A15)", fmt::format("no {}READY for {} cycles", channel, held.cycles),
          Within(limits_->timeout));
  }
}

// ---- AXI4-Stream ----

void AxiStreamChecker::StepActive(bool valid, bool ready, const AxiStreamWord& word, uint64_t now) {
  now_ = now;
  if (first_ && valid) Break("S1", "TVALID in the first cycle after reset", "TVALID low");
  first_ = false;
  const Change change = Hold(held_, valid, ready, word);
  if (change != Change::kNone) Break("S2", Found(change, "T", held_.cycles), UntilReady("T"));
  if (!valid) return;
  if ((word.keep & (word.keep + 1)) != 0) {
    Break("S5", fmt::format("TKEEP 0x{:02x}", word.keep), "bytes from lane 0 on, without gaps");
  }
  if (null_bytes_ == NullBytes::kBehindPackets && !word.last && word.keep != all_lanes_) {
    Break("S5", fmt::format("TKEEP 0x{:02x} without TLAST", word.keep),
          "null bytes in the word with TLAST");
  }
}

void AxiStreamChecker::StepDue(uint64_t now) {
  now_ = now;
  if (++due_cycles_ <= timeout_) return;
  Break("S3", NoValid("T", due_cycles_, false) + ", although there is a word", Within(timeout_));
}

void AxiStreamChecker::StepReset(bool valid, uint64_t now) {
  now_ = now;
  Forget();
  first_ = true;
  if (valid) Break("S1", "TVALID in reset", "TVALID low");
}

}  // namespace nve
