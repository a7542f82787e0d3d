// SPDX-License-Identifier: Apache-2.0
// The slow path of lockstep, the first difference: see lockstep_checker.hpp.
#include "host/lockstep/lockstep_checker.hpp"

#include <algorithm>

namespace nve {

void LockstepChecker::Record(const arch::Probe& expected, const uint32_t* probe,
                             const arch::ProbeInputs& in) {
  Mismatch mismatch;
  mismatch.cycle = cycles_;
  mismatch.inputs = in;
  mismatch.expected = expected;
  std::memcpy(&mismatch.got, probe, sizeof(mismatch.got));
  const uint64_t first = cycles_ < kHistory ? 0 : cycles_ - kHistory;
  for (uint64_t cycle = first; cycle < cycles_; ++cycle) {
    mismatch.history.push_back(history_[cycle % kHistory]);
    mismatch.history.back().cycle = cycle;
  }
  for (uint64_t beat = beat_count_ < kBeats ? 0 : beat_count_ - kBeats; beat < beat_count_;
       ++beat) {
    mismatch.beats.push_back(beats_[beat % beats_.size()]);
  }
  mismatch_ = std::move(mismatch);
}

// The history has its last cycles.
void LockstepChecker::StandStill(const arch::ProbeInputs& inputs, uint64_t cycles) {
  if (cycles == 0) return;
  const CycleRecord record = history_[(cycles_ - 1) % kHistory];
  const uint64_t shown = std::min<uint64_t>(cycles, kHistory);
  golden_counts_.Count(golden_.Evaluate(inputs), inputs, static_cast<int64_t>(cycles));
  cycles_ += cycles;
  still_cycles_ += cycles;
  for (uint64_t cycle = cycles_ - shown; cycle < cycles_; ++cycle) {
    history_[cycle % kHistory] = record;
    history_[cycle % kHistory].cycle = cycle;
  }
}

}  // namespace nve
