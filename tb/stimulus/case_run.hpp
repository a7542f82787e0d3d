// SPDX-License-Identifier: Apache-2.0
// One random case on a core in lockstep with the golden model: settings, instructions and data in,
// words out, under a stall profile and perhaps a congestor.
//
// Lockstep compares every cycle; what has come of the run is then held against the program's text
// (case_result.hpp). A run in which nothing moves any more ends by a soft reset.
#pragma once

#include <cstdint>
#include <optional>

#include "host/core/core_model.hpp"
#include "host/lockstep/lockstep_checker.hpp"
#include "tb/stimulus/case_result.hpp"
#include "tb/stimulus/random_case.hpp"
#include "tb/stimulus/stall_profile.hpp"

namespace nve {

struct RunSetup {
  StallProfile profile = StallProfile::kAlways;
  Congestor congestor = Congestor::kNone;
};

enum class Lockstep : uint8_t { kOn, kOff };

class CaseRunner {
 public:
  /// `core` must outlive the runner and be new: its memories are those of the golden model. A run
  /// ends so many cycles after a mismatch.
  explicit CaseRunner(CoreModel& core, Lockstep lockstep = Lockstep::kOn, uint64_t cycles_after = 0)
      : core_(core), lockstep_(lockstep == Lockstep::kOn), cycles_after_(cycles_after) {}

  /// Begins with the pin reset. After a mismatch the runner cannot run another case.
  CaseResult Run(const RandomCase& random, const RunSetup& setup);

  /// For cycles before a run, which the golden model must see too.
  LockstepChecker& checker() { return checker_; }

 private:
  class OneRun;

  CoreModel& core_;
  bool lockstep_;
  uint64_t cycles_after_;
  LockstepChecker checker_;
  std::optional<uint64_t> table_;  // seed of the activation table the core holds
};

}  // namespace nve
