// SPDX-License-Identifier: Apache-2.0
// The RTL core without DMA and memory, in lockstep with the golden model, for runs in which the
// streams never wait (`nve-cosim --feed ideal`). The rules of both streams are watched.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "host/core/core_model.hpp"
#include "host/lockstep/cycle_counts.hpp"
#include "host/lockstep/lockstep_checker.hpp"
#include "model/golden/core_memories.hpp"
#include "model/sim/stepped_core.hpp"

namespace nve {

/// What all cores of a run have done together.
struct IdealStatistics {
  CycleCounts rtl;
  std::vector<std::shared_ptr<const LockstepChecker>> checkers;  ///< one per core; none without
  int64_t starts = 0;                                            ///< of programs
  uint64_t cycle = 0;                  ///< of the core that stepped last, counted by itself
  const arch::Probe* probe = nullptr;  ///< its, as long as the core exists; null before
  uint64_t Compared() const;
  uint64_t Mismatches() const;
  const Mismatch* FirstMismatch() const;  ///< or null
  int64_t CycleDelta() const;
};

/// Ends a run at the first difference, which IdealStatistics::FirstMismatch has.
class MismatchFound : public CheckFailed {
 public:
  MismatchFound() : CheckFailed("lockstep mismatch") {}
};

struct IdealCoreOptions {
  bool lockstep = true;
  std::optional<int64_t> probe_fault = std::nullopt;  ///< advancing cycle, see ProbeFault
  /// Another model than MakeRtlCore's.
  std::function<std::unique_ptr<CoreModel>()> make_model = nullptr;
  std::optional<CoreMemories> memories = std::nullopt;  ///< that both models begin with
};

/// A core that throws MismatchFound at the first difference, and RuleBroken at the first broken
/// rule of a stream. `statistics` must outlive it. Null in a tool that was built without the core.
std::unique_ptr<SteppedCore> MakeIdealCore(const IdealCoreOptions& options,
                                           IdealStatistics& statistics);

}  // namespace nve
