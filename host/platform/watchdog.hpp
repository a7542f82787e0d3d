// SPDX-License-Identifier: Apache-2.0
// When a run has to end: nothing moves any more, or it has taken as many cycles as it may.
#pragma once

#include <cstdint>
#include <optional>

namespace nve {

class Watchdog {
 public:
  /// Bites after so many cycles in which nothing moves. A run has `max_cycles` at most.
  Watchdog(uint64_t patience, uint64_t max_cycles) : patience_(patience), max_cycles_(max_cycles) {}

  /// Something moved in the cycle before this one.
  void Moved(uint64_t cycle) { progress_cycle_ = cycle; }

  bool Bites(uint64_t cycle) const { return cycle - progress_cycle_ >= patience_; }
  bool AtLimit(uint64_t cycle) const { return cycle >= max_cycles_; }
  uint64_t CyclesLeft(uint64_t cycle) const { return max_cycles_ - cycle; }

  /// Ends the run because nothing moves. The cycles in which the processor looks for the reason
  /// belong to the report, not to the run: they have no limit, and their own patience.
  void EndForStandstill(uint64_t cycle);
  /// Ends the run at its limit. Cores may be at work.
  void EndAtLimit() { stopped_cycle_ = progress_cycle_; }
  /// Something else ends the run.
  void Forget() { stopped_cycle_.reset(); }

  /// The cycle after the last one in which anything moved.
  uint64_t progress_cycle() const { return progress_cycle_; }
  /// The same when the run was ended; nothing otherwise.
  std::optional<uint64_t> stopped_cycle() const { return stopped_cycle_; }

 private:
  uint64_t patience_;
  uint64_t max_cycles_;
  uint64_t progress_cycle_ = 0;
  std::optional<uint64_t> stopped_cycle_;
};

}  // namespace nve
