// SPDX-License-Identifier: Apache-2.0
// The registers of one DMA channel as its pins show them: run, stop and halt, the pointers, the
// count of packets; and the rules of DMACR and DMASR as they are read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "host/axi/dma_channel_rules.hpp"
#include "host/axi/dma_rule_context.hpp"

namespace nve {

class DmaRunRules {
 public:
  /// kUnknown: the software did what has no certain outcome; nothing is expected before a reset.
  enum class State { kHalted, kRuns, kStops, kUnknown };

  DmaRunRules(const DmaRuleContext& context, DmaChannelRules& channel)
      : context_(&context), channel_(&channel) {}

  bool known() const { return state_ != State::kUnknown; }
  bool runs() const { return state_ == State::kRuns; }
  bool cyclic() const { return cyclic_; }

  // ---- What happens. A register write is told in the first cycle with its effect. ----

  void Reset();
  void Lose() { state_ = State::kUnknown; }
  /// RS is cleared; `cycles` later at most the registers show it.
  void Stop(uint64_t cycles);
  /// RS is written 1. `error`: of any channel since the last reset.
  void Start(bool error);
  /// The other bits of DMACR.
  void SetControl(uint32_t control);
  void WriteStatus(uint32_t clears);
  void WriteCurrent(uint32_t address);
  void WriteTail(uint32_t address);
  /// A descriptor has been fetched, and is run.
  void Fetched(const DmaTask& task);
  /// Its status has been handed to the memory: address and word have been taken.
  void HandedOver() { handed_over_ = context_->now; }
  /// Its status is in memory.
  void Reported(uint32_t address, bool packet);
  /// Packets are no longer counted.
  void ForgetCount() { count_known_ = irq_known_ = false; }

  // ---- Rules ----

  /// A descriptor at `address` may be fetched now.
  bool MayFetch(uint32_t address) const;
  /// So, or a part of a list.
  bool MayRead() const;
  void TakeLeftover() {
    if (state_ == State::kStops) leftover_ = false;
  }
  /// What MayFetch() allows, for messages.
  std::string Allowed() const;

  /// What a register that is read in this cycle must show.
  struct Expected {
    uint64_t cycle = 0;
    uint64_t writes = 0;
    State state = State::kUnknown;
    bool settled = false;
    bool worked = false;  ///< TAILDESC was written since the start
    bool done = false;    ///< every fetched descriptor has its status
    bool at_tail = false;
    bool moves = false;
    std::optional<uint32_t> count = std::nullopt;
    std::optional<bool> irq = std::nullopt;
  };
  /// `busy`: its reads or writes of descriptors are under way.
  Expected Expect(bool busy) const;
  void CheckStatus(uint32_t value, const Expected& expected);
  void CheckControl(uint32_t value, const Expected& expected) const;

 private:
  void AllowBursts();

  const DmaRuleContext* context_;
  DmaChannelRules* channel_;
  State state_ = State::kHalted;
  uint64_t settled_ = 0;                 // from the cycle after it on the registers show the state
  uint64_t writes_ = 0;                  // of DMACR
  std::optional<uint32_t> current_ = 0;  // CURDESC
  std::optional<uint32_t> next_ = 0;     // of the next fetch
  std::optional<uint32_t> fetched_;      // the last one since the start
  uint64_t fetched_cycle_ = 0;
  uint64_t handed_over_ = 0;  // cycle of the last status
  uint32_t tail_ = 0;
  bool paused_ = true;     // at TAILDESC
  bool leftover_ = false;  // a fetch that began before the stop may be under way
  bool worked_ = false;
  bool cyclic_ = false;
  bool keyhole_may_be_0_ = true;
  bool keyhole_may_be_1_ = false;
  uint32_t threshold_ = 1;
  uint32_t count_ = 1;  // packets left
  bool count_known_ = true;
  bool irq_ = false;  // IOC_Irq
  bool irq_known_ = true;
  uint64_t irq_cycle_ = 0;  // in which a packet set it
};

}  // namespace nve
