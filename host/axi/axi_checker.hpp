// SPDX-License-Identifier: Apache-2.0
// Rules of AXI4, AXI4-Lite and AXI4-Stream, watched from the pins of one interface in every cycle.
//
// The rule numbers are those of docs/dma.md, section "AXI rules". A checker knows what is under way
// from the handshakes it has seen, so it needs to be shown every cycle in which a VALID is high or
// something is under way. The first broken rule is a RuleBroken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>

#include "host/axi/axi.hpp"

namespace nve {

/// What a port declares or is given, beside the rules.
struct AxiLimits {
  size_t acceptance = SIZE_MAX;  ///< bursts of one direction under way (A14)
  uint64_t timeout = 100'000;    ///< cycles in which the slave must take and answer (A3, A15)
};

/// Name, cycle and the way a checker reports.
class AxiRules {
 protected:
  explicit AxiRules(std::string name) : name_(std::move(name)) {}

  [[noreturn]] void Break(const char* rule, const std::string& found,
                          const std::string& allowed) const;

  std::string name_;
  uint64_t now_ = 0;
  bool first_ = true;  // the next cycle is the first one after reset
};

/// A word on a channel whose VALID was high and whose READY was low, and for how long.
template <typename Payload>
struct AxiHeld {
  uint64_t cycles = 0;  ///< 0: nothing waits
  Payload payload{};
};

/// A full AXI4 port with one master: no IDs, bursts of whole bus words, INCR and FIXED.
class AxiChecker : private AxiRules {
 public:
  /// Beats of a burst: AXI3's limit, since the HP ports are AXI3.
  static constexpr int kMaxBeats = 16;
  /// No burst crosses a multiple of so many bytes.
  static constexpr uint64_t kPage = 4096;

  /// `limits` must outlive the checker; they may change.
  AxiChecker(std::string name, int bus_bytes, const AxiLimits& limits)
      : AxiRules(std::move(name)), bus_bytes_(bus_bytes), limits_(&limits) {}

  /// A cycle outside reset.
  void Step(const AxiMaster& master, const AxiSlave& slave, uint64_t now) {
    now_ = now;
    if (first_) LeaveReset(master, slave);
    if (!read_quiet_ || master.arvalid || slave.rvalid) StepRead(master, slave);
    if (!write_quiet_ || master.awvalid || master.wvalid || slave.bvalid) StepWrite(master, slave);
  }

  /// A cycle in reset; what was under way is gone.
  void StepReset(const AxiMaster& master, const AxiSlave& slave, uint64_t now);

  /// Nothing is under way and nothing waits.
  bool Quiet() const { return read_quiet_ && write_quiet_; }

  /// Every burst whose address was taken has been answered.
  bool Done() const { return reads_.empty() && writes_.empty() && responses_ == 0; }

 private:
  struct Address {
    uint32_t address = 0;
    uint8_t length = 0;
    uint8_t size = 0;
    uint8_t burst = 0;
    uint8_t cache = 0;
    uint8_t prot = 0;
    bool operator==(const Address&) const = default;
  };
  struct Data {
    uint64_t data = 0;
    uint8_t side = 0;  // WSTRB or xRESP
    bool last = false;
    bool operator==(const Data&) const = default;
  };

  void LeaveReset(const AxiMaster& master, const AxiSlave& slave);
  void CheckNoValid(const AxiMaster& master, const AxiSlave& slave, const char* when) const;
  void StepRead(const AxiMaster& master, const AxiSlave& slave);
  void StepWrite(const AxiMaster& master, const AxiSlave& slave);
  void StepReadAddress(const AxiMaster& master, const AxiSlave& slave);
  void StepReadData(const AxiMaster& master, const AxiSlave& slave);
  void StepWriteAddress(const AxiMaster& master, const AxiSlave& slave);
  void StepWriteData(const AxiMaster& master, const AxiSlave& slave);
  void StepResponse(const AxiMaster& master, const AxiSlave& slave);
  void TakeAddress(int beats);
  void TakeData(bool last);
  void CheckOwedByMaster(const AxiMaster& master, const AxiSlave& slave);
  void CheckAddress(const char* channel, const Address& address) const;
  void CheckLast(const char* signal, bool last, int beat, int beats) const;
  void CheckResponse(const char* signal, uint8_t response) const;
  void CheckAcceptance(const char* what, size_t open) const;
  void CheckOwed(const char* channel, bool owed, bool ready, uint64_t& cycles) const;
  template <typename Payload>
  void CheckStable(const char* channel, AxiHeld<Payload>& held, bool valid, bool ready,
                   const Payload& payload) const;
  // The same, and taken in time: of channels whose READY is the slave's.
  template <typename Payload>
  void CheckHeld(const char* channel, AxiHeld<Payload>& held, bool valid, bool ready,
                 const Payload& payload) const;

  int bus_bytes_;
  const AxiLimits* limits_;
  bool read_quiet_ = true;  // nothing is under way or waits
  bool write_quiet_ = true;
  AxiHeld<Address> ar_;
  AxiHeld<Address> aw_;
  AxiHeld<Data> w_;
  AxiHeld<Data> r_;
  AxiHeld<Data> b_;
  std::deque<int> reads_;   // beats of the bursts whose last R is to come
  std::deque<int> writes_;  // beats of the bursts whose last W is to come
  std::deque<int> ahead_;   // beats of the data whose AW is to come
  int read_beat_ = 0;       // beats seen of the first read
  int write_beat_ = 0;      // beats seen of the data under way
  size_t responses_ = 0;    // writes whose B is to come
  uint64_t r_owed_ = 0;     // cycles for which a VALID that must come has not
  uint64_t b_owed_ = 0;
  uint64_t w_owed_ = 0;
  uint64_t aw_owed_ = 0;
};

/// A register port.
class AxiLiteChecker : private AxiRules {
 public:
  AxiLiteChecker(std::string name, const AxiLimits& limits)
      : AxiRules(std::move(name)), limits_(&limits) {}

  /// A cycle outside reset.
  void Step(const AxiLiteMaster& master, const AxiLiteSlave& slave, uint64_t now) {
    // Most registers are idle in most cycles.
    const bool valid =
        master.awvalid | master.wvalid | master.arvalid | slave.bvalid | slave.rvalid;
    if (valid || !quiet_) StepActive(master, slave, now);
  }

  /// A cycle in reset; what was under way is gone.
  void StepReset(const AxiLiteMaster& master, const AxiLiteSlave& slave, uint64_t now);

 private:
  struct Answer {
    uint32_t data = 0;
    uint8_t response = 0;
    bool operator==(const Answer&) const = default;
  };

  void StepActive(const AxiLiteMaster& master, const AxiLiteSlave& slave, uint64_t now);
  void CheckNoValid(const AxiLiteMaster& master, const AxiLiteSlave& slave, const char* when) const;
  void StepRead(const AxiLiteMaster& master, const AxiLiteSlave& slave);
  void StepWrite(const AxiLiteMaster& master, const AxiLiteSlave& slave);
  void CheckAddress(const char* channel, uint32_t address) const;
  void CheckResponse(const char* signal, uint8_t response) const;
  bool TimedOut(uint64_t& cycles, bool waits) const;
  template <typename Payload>
  void CheckStable(const char* channel, AxiHeld<Payload>& held, bool valid, bool ready,
                   const Payload& payload) const;
  // The same, and taken in time: of channels whose READY is the slave's.
  template <typename Payload>
  void CheckHeld(const char* channel, AxiHeld<Payload>& held, bool valid, bool ready,
                 const Payload& payload) const;

  const AxiLimits* limits_;
  bool quiet_ = false;  // nothing under way, and not the first cycle
  AxiHeld<uint32_t> aw_;
  AxiHeld<uint32_t> w_;
  AxiHeld<uint32_t> ar_;
  AxiHeld<Answer> b_;
  AxiHeld<Answer> r_;
  int addresses_ = 0;  // taken on AW and not answered
  int data_ = 0;       // the same on W
  int reads_ = 0;      // the same on AR
  uint64_t pair_waits_ = 0;
  uint64_t b_waits_ = 0;
  uint64_t r_waits_ = 0;
};

/// A word of a stream.
struct AxiStreamWord {
  uint64_t data = 0;
  uint8_t keep = 0;
  bool last = false;
  bool operator==(const AxiStreamWord&) const = default;
};

/// Where a stream may have null bytes (S5): a DMA has them too behind a descriptor in the midst of
/// a packet that software has given no whole number of words. Those who see the descriptors check
/// the bytes of every word (S6).
enum class NullBytes : uint8_t { kBehindPackets, kBehindDescriptors };

class AxiStreamChecker : private AxiRules {
 public:
  /// `timeout`: cycles without READY in which a word that is due must be offered (S3).
  AxiStreamChecker(std::string name, int bus_bytes, uint64_t timeout,
                   NullBytes null_bytes = NullBytes::kBehindPackets)
      : AxiRules(std::move(name)),
        all_lanes_((1U << bus_bytes) - 1),
        timeout_(timeout),
        null_bytes_(null_bytes) {}

  /// A cycle outside reset. `due`: the source has a word, which a stream alone does not show.
  void Step(bool valid, bool ready, const AxiStreamWord& word, uint64_t now, bool due = false) {
    if (valid || held_.cycles > 0 || first_) StepActive(valid, ready, word, now);
    if (due && !valid && !ready) {
      StepDue(now);
    } else {
      due_cycles_ = 0;
    }
  }

  /// A cycle in reset.
  void StepReset(bool valid, uint64_t now);

  /// The source is being soft-reset: a word that waits may disappear.
  void Forget() { held_.cycles = due_cycles_ = 0; }

 private:
  void StepActive(bool valid, bool ready, const AxiStreamWord& word, uint64_t now);
  void StepDue(uint64_t now);

  unsigned all_lanes_;
  uint64_t timeout_;
  NullBytes null_bytes_;
  uint64_t due_cycles_ = 0;  // for which a word is due and neither VALID nor READY is high
  AxiHeld<AxiStreamWord> held_;
};

}  // namespace nve
