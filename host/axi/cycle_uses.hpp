// SPDX-License-Identifier: Apache-2.0
// What every cycle of a core was for: work, or the reason why there was none.
//
// A cycle belongs to exactly one use, so the uses of a time add up to its cycles. Cycles in which
// the core works are told apart by its state. A core that waits for input sees what happened at the
// memory port kPortToCore cycles earlier; a gap between bursts there is put down to what the burst
// behind it waited for in the memory (its refresh, row, turnaround and writes first, for without
// them the gap would have been shorter by so much; the rest is latency), once that is known.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>

#include "host/memory/memory_model.hpp"
#include "nve_isa.hpp"

namespace nve {

enum class CycleUse {
  kRepeat,       ///< the repeated part
  kInitial,      ///< the initial part
  kFinal,        ///< the final part
  kLoad,         ///< activation table and instructions into the core
  kRamp,         ///< waits for the first word of the step
  kDescriptors,  ///< waits for input, and no data read is under way: descriptors are
  kTransfer,     ///< waits for input while the port moves words: it moves them too slowly
  kRow,          ///< waits for input: a DRAM row is opened or closed
  kTurnaround,   ///< the same: the DRAM's bus changes its direction
  kRefresh,      ///< the same: the DRAM is refreshed
  kWrites,       ///< the same: the DRAM serves writes
  kLatency,      ///< the same: the way there and back, reads in front, other masters of the port
  kOutput,       ///< the output FIFO is full
  kHost,         ///< idle: register accesses, interrupts
  kCopy,         ///< idle: the processor copies pixels
  kDrain,        ///< idle: output is on its way to memory
};
inline constexpr size_t kCycleUses = 16;
inline constexpr std::array<const char*, kCycleUses> kCycleUseNames = {
    "repeat",     "initial", "final",  "load",    "ramp",   "descriptors", "transfer", "row",
    "turnaround", "refresh", "writes", "latency", "output", "host",        "copy",     "drain"};

using CycleUseCounts = std::array<int64_t, kCycleUses>;  ///< cycles by CycleUse

/// What a cycle looks like.
struct CycleView {
  arch::State state = arch::State::kIdle;
  arch::Stall stall = arch::Stall::kNone;
  bool word_taken = false;  ///< an input word went into the core
  bool read_shown = false;  ///< the input's memory port offers a word
  bool read_open = false;   ///< a burst is asked for there
  /// Of the burst the word belongs to; may be null if none is shown.
  const MemoryWaits* waits = nullptr;
  bool output_moves = false;  ///< output data, their response or descriptors are under way
  bool copying = false;       ///< the processor copies
};

class CycleUses {
 public:
  /// Cycles from a word at the memory port to the core's use of it: R to TVALID, through the FIFO.
  static constexpr size_t kPortToCore = 4;

  void Count(const CycleView& view);

  /// So many cycles in which core and ports are idle.
  void CountIdle(bool copying, int64_t cycles);

  /// A step begins or ends here: what was undecided is decided.
  void MarkStep();

  /// So far; the cycles of a gap that still lasts are latency, idle ones at the end the host's.
  CycleUseCounts Counts() const;

  /// Of the last cycle, as far as is known.
  CycleUse last() const { return last_; }

 private:
  enum class Port : uint8_t { kNothing, kGap, kWords };

  Port Delayed(const CycleView& view);
  CycleUse UseOf(const CycleView& view, Port port);
  CycleUse Idle(const CycleView& view);
  void EndGap();
  int64_t& At(CycleUse use) { return counts_[static_cast<size_t>(use)]; }

  CycleUseCounts counts_{};
  std::array<Port, kPortToCore> history_{};
  size_t next_ = 0;
  bool gap_ = false;               // at the port, now
  bool gap_seen_ = false;          // by the core
  int64_t stalled_ = 0;            // in the gap the core sees
  std::deque<MemoryWaits> waits_;  // of the bursts behind gaps the core has yet to see the end of
  bool first_word_ = false;        // of the step has come
  bool ran_ = false;               // the core was busy in this step
  int64_t idle_ = 0;               // cycles since the output last moved
  CycleUse last_ = CycleUse::kHost;
};

}  // namespace nve
