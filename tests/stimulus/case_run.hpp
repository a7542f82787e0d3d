// One random case on a core in lockstep with the golden model: settings, instructions and data in,
// words out, under a stall profile and perhaps a congestor.
//
// Lockstep compares every cycle. Besides, what the golden model could have wrong with the RTL
// together is held against the program text: cycles busy (predicted cycles and stalls), words taken
// and sent, places of TLAST. A run in which nothing moves any more ends by a soft reset.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/ideal/core_model.hpp"
#include "host/lockstep/lockstep_checker.hpp"
#include "tests/stimulus/random_case.hpp"
#include "tests/stimulus/stall_profile.hpp"

namespace nve {

struct RunSetup {
  StallProfile profile = StallProfile::kAlways;
  Congestor congestor = Congestor::kNone;
};

struct OutputWord {
  uint64_t data = 0;
  bool last = false;
  bool operator==(const OutputWord&) const = default;
};

struct CaseResult {
  std::string problem;               ///< in one line; empty if nothing is wrong
  std::optional<Mismatch> mismatch;  ///< of lockstep
  std::vector<OutputWord> output;
  uint64_t cycles = 0;      ///< compared
  CycleCounts counts;       ///< the RTL's
  int64_t cycle_delta = 0;  ///< cycles busy, RTL less golden model
  int refused = 0;          ///< STARTs the core refused
  bool reset = false;       ///< ended by the soft reset
};

class CaseRunner {
 public:
  /// `core` must outlive the runner and be new: its memories are those of the golden model.
  explicit CaseRunner(CoreModel& core) : core_(core) {}

  /// Begins with the pin reset. After a mismatch the runner cannot run another case.
  CaseResult Run(const RandomCase& random, const RunSetup& setup);

  /// For cycles before a run, which the golden model must see too.
  LockstepChecker& checker() { return checker_; }

 private:
  class OneRun;

  CoreModel& core_;
  LockstepChecker checker_;
  std::optional<uint64_t> table_;  // seed of the activation table the core holds
};

}  // namespace nve
