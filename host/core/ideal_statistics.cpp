// SPDX-License-Identifier: Apache-2.0
// Sums over the cores of an ideal run: see lockstep_core.hpp.
#include "host/core/lockstep_core.hpp"

namespace nve {

uint64_t IdealStatistics::Compared() const {
  uint64_t cycles = 0;
  for (const auto& checker : checkers) cycles += checker->cycles();
  return cycles;
}

uint64_t IdealStatistics::Mismatches() const {
  uint64_t mismatches = 0;
  for (const auto& checker : checkers) mismatches += checker->mismatch().has_value() ? 1 : 0;
  return mismatches;
}

const Mismatch* IdealStatistics::FirstMismatch() const {
  for (const auto& checker : checkers) {
    if (checker->mismatch().has_value()) return &*checker->mismatch();
  }
  return nullptr;
}

int64_t IdealStatistics::CycleDelta() const {
  int64_t delta = checkers.empty() ? 0 : rtl.Busy();
  for (const auto& checker : checkers) delta -= checker->golden_counts().Busy();
  return delta;
}

}  // namespace nve
