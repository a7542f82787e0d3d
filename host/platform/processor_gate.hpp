// SPDX-License-Identifier: Apache-2.0
// What the processor waits for. It is asleep until the clocked part of the platform finds that it
// has come.
#pragma once

#include <cstdint>
#include <string>

#include "host/axi/register_bus.hpp"

namespace nve {

class ProcessorGate {
 public:
  explicit ProcessorGate(const RegisterBus& registers) : registers_(registers) {}

  /// The access begun on the register bus is answered.
  void CloseForAccess() { waiting_ = Waiting::kAccess; }
  /// One of the interrupt lines is up, or it is cycle `now` + `timeout_cycles`.
  void CloseForInterrupt(uint64_t lines, uint64_t now, uint64_t timeout_cycles);
  /// It is cycle `now` + `cycles`. `copying`: the processor moves data meanwhile.
  void CloseForTime(uint64_t now, uint64_t cycles, bool copying);
  /// The processor has woken up, and has not said yet what it waits for next.
  void Open() { waiting_ = Waiting::kNothing; }

  bool open() const { return waiting_ == Waiting::kNothing; }
  bool waits_for_time() const { return waiting_ == Waiting::kTime; }
  bool copying() const { return waits_for_time() && copying_; }

  /// Whether what it waits for has come by this cycle, in which these interrupt lines are up.
  bool Due(uint64_t cycle, uint64_t lines) const {
    if (waiting_ == Waiting::kAccess) return !registers_.busy();
    if (waiting_ == Waiting::kTime) return cycle >= deadline_;
    return (lines & lines_) != 0 || cycle >= deadline_;
  }

  /// What it waits for in words; empty unless it is an interrupt.
  std::string Describe(uint64_t lines) const;

 private:
  enum class Waiting { kNothing, kAccess, kInterrupt, kTime };

  const RegisterBus& registers_;
  Waiting waiting_ = Waiting::kNothing;
  uint64_t lines_ = 0;
  uint64_t deadline_ = 0;
  bool copying_ = false;
};

}  // namespace nve
