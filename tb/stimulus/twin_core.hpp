// SPDX-License-Identifier: Apache-2.0
// Two golden models in one: the same inputs, different contents of the memories at the beginning.
//
// What differs between them depends on words that nobody has written. Data may, on their way
// through the datapath; what the outside sees, what is written and where the program stands may
// not.
#pragma once

#include <cstdint>

#include "model/golden/core.hpp"
#include "model/sim/stepped_core.hpp"

namespace nve {

/// Reads of local words that nobody has written, by where the program stood.
struct EarlyReads {
  uint64_t filling = 0;   ///< in the first EXTRA passes of the repeated part
  uint64_t draining = 0;  ///< in its last EXTRA passes
  uint64_t other = 0;     ///< in all other cycles
};

class TwinCore : public SteppedCore {
 public:
  /// The first has the contents, the second their inverse. `reads` must outlive the core.
  TwinCore(const CoreMemories& contents, EarlyReads& reads);

  /// Of the first. CheckFailed if the two differ where they may not.
  const arch::Probe& Evaluate(const arch::ProbeInputs& in) override;
  void Commit(const arch::ProbeInputs& in) override;

 private:
  GoldenCore first_;
  GoldenCore second_;
  EarlyReads& reads_;
};

}  // namespace nve
