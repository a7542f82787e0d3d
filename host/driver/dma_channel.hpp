// SPDX-License-Identifier: Apache-2.0
// One channel of the scatter-gather DMA: start, wait, error decode (PG021, direct register access).
#pragma once

#include <cstdint>
#include <string>

#include "host/driver/dma_descriptors.hpp"
#include "host/driver/register_block.hpp"

namespace nve::dma {

class Channel {
 public:
  /// `registers` is the DMA's whole block; `interrupt_line` is this channel's introut.
  Channel(RegisterBlock& registers, Direction direction, int interrupt_line);

  /// Starts moving the ring: CURDESC while halted, RS, wait for not halted, interrupt enables,
  /// TAILDESC. A running idle channel is stopped first, so that CURDESC can be written. The ring
  /// must live until the channel is done.
  void Start(const DescriptorRing& ring);

  /// True when the packet of the last Start is complete and the channel idle; acknowledges the
  /// interrupt and checks the written-back descriptors. Errors are found by Engine::CheckErrors.
  bool PollDone();

  /// DMASR.
  uint32_t ReadStatus();

  /// Throws DriverError with the errors in `status`, a value of DMASR, and the descriptor at fault.
  [[noreturn]] void Fail(uint32_t status);

  uint64_t interrupt_mask() const { return uint64_t{1} << interrupt_line_; }

  /// What the channel is doing, for time-out messages.
  std::string Describe();

 private:
  void WaitStatus(uint32_t mask, uint32_t value, const char* what);

  RegisterBlock& registers_;
  Direction direction_;
  uint32_t base_;
  int interrupt_line_;
  const DescriptorRing* ring_ = nullptr;  // of the last Start
};

/// The DMA of one tile: both channels and the reset they share.
class Engine {
 public:
  struct Interrupts {
    int mm2s = 0;
    int s2mm = 0;
  };
  Engine(Bus& bus, uint64_t base, std::string device, Interrupts interrupts);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// Soft reset of the whole engine; the only way out of an error.
  void Reset();

  /// Starts a channel. If the other one has failed meanwhile, which keeps this one from running,
  /// the DriverError is about that.
  void Start(Direction direction, const DescriptorRing& ring);

  /// Throws DriverError if a channel reports an error. An error in one channel halts both; the
  /// message is about the one that has it.
  void CheckErrors();

  Channel& channel(Direction direction) { return direction == Direction::kMm2s ? mm2s_ : s2mm_; }
  const Channel& channel(Direction direction) const {
    return direction == Direction::kMm2s ? mm2s_ : s2mm_;
  }

 private:
  RegisterBlock registers_;
  Channel mm2s_;
  Channel s2mm_;
};

}  // namespace nve::dma
