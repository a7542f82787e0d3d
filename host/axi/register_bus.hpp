// SPDX-License-Identifier: Apache-2.0
// The processor's way to the tiles' registers: an AXI4-Lite master with address decoder, one access
// at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "host/axi/axi.hpp"
#include "host/axi/axi_checker.hpp"
#include "host/driver/bus.hpp"

namespace nve {

class RegisterBus {
 public:
  /// A register block on the bus. Pointers stay valid; `out` is the block's side, `in` is driven by
  /// the bus.
  struct Target {
    uint64_t base = 0;
    uint64_t bytes = 0;
    AxiLiteMaster* in = nullptr;
    const AxiLiteSlave* out = nullptr;
  };

  void Attach(const Target& target);

  /// Begins an access; the bus must be free. Its first cycle on the bus is the one after the next
  /// Step.
  void Begin(bool write, uint64_t address, uint32_t data);

  /// The end of a cycle. True if a handshake took place. A broken AXI4-Lite rule is a CheckFailed.
  bool Step() {
    return Step([](size_t) { return false; });
  }
  /// The same; nothing has changed at the targets, by the order of Attach, of which `still` is
  /// true.
  template <typename Still>
  bool Step(const Still& still) {
    if (checked_) CheckRules(still);
    ++cycle_;
    return state_ != State::kFree && StepAccess();
  }

  /// A cycle in which a register block is in its pin reset: no VALID.
  void StepReset() {
    if (!checked_) return;
    for (size_t i = 0; i < targets_.size(); ++i) {
      checkers_[i].StepReset(*targets_[i].in, *targets_[i].out, cycle_);
    }
  }

  /// Cycles in which a register block must have answered: a broken rule otherwise.
  void SetTimeout(uint64_t cycles) { limits_.timeout = cycles; }

  /// Does without the AXI rule checkers.
  void SetUnchecked() { checked_ = false; }

  bool busy() const { return state_ != State::kFree; }
  BusResponse response() const { return response_; }
  uint32_t data() const { return data_; }

  /// "write to 0x43c00000 waits for AWREADY": for time-out messages; empty if free.
  std::string Describe() const;

 private:
  enum class State { kFree, kRequested, kOnBus };

  template <typename Still>
  void CheckRules(const Still& still) {
    for (size_t i = 0; i < targets_.size(); ++i) {
      if (still(i)) continue;
      checkers_[i].Step(*targets_[i].in, *targets_[i].out, cycle_);
    }
  }
  bool StepAccess();
  bool StepOnBus();
  void Finish(uint8_t code);

  std::vector<Target> targets_;
  std::vector<AxiLiteChecker> checkers_;  // by target
  AxiLimits limits_;
  bool checked_ = true;
  uint64_t cycle_ = 0;
  State state_ = State::kFree;
  const Target* target_ = nullptr;  // of the access on the bus, null if no block is there
  bool write_ = false;
  uint64_t address_ = 0;
  uint32_t data_ = 0;  // to write, or read
  BusResponse response_ = BusResponse::kOkay;
};

}  // namespace nve
