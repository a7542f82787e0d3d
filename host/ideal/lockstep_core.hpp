// The RTL core without DMA and memory, in lockstep with the golden model, for runs in which the
// streams never wait (`nve-cosim --feed ideal`).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "host/lockstep/cycle_counts.hpp"
#include "host/lockstep/lockstep_checker.hpp"
#include "host/lockstep/mismatch_report.hpp"
#include "model/sim/stepped_core.hpp"

namespace nve {

/// What all cores of a run have done together.
struct IdealStatistics {
  CycleCounts rtl;
  std::vector<std::shared_ptr<const LockstepChecker>> checkers;  ///< one per core; none without
  uint64_t Compared() const;
  uint64_t Mismatches() const;
  int64_t CycleDelta() const;
};

/// A core that throws CheckFailed with the report at the first difference. `statistics` must
/// outlive it. InputError in a tool that was built without the core.
std::unique_ptr<SteppedCore> MakeIdealCore(bool lockstep, std::function<MismatchContext()> context,
                                           IdealStatistics& statistics);

}  // namespace nve
