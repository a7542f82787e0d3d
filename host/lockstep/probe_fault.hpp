// SPDX-License-Identifier: Apache-2.0
// A planted difference: does lockstep see a single wrong bit?
#pragma once

#include <cstdint>
#include <cstring>

#include "nve_isa.hpp"

namespace nve {

/// Shows the checker one inverted accumulator bit in one cycle of the run.
class ProbeFault {
 public:
  /// `advance` is the number of the advancing cycle, from 0.
  explicit ProbeFault(int64_t advance) : advance_(advance) {}

  /// The probe as the checker sees it; called once per cycle.
  const uint32_t* Apply(const uint32_t* words) {
    const auto& rtl = *reinterpret_cast<const arch::Probe*>(words);
    if (rtl.agu_write == 0 || advances_++ != advance_) return words;
    std::memcpy(&probe_, words, sizeof(probe_));
    probe_.accu[arch::kLanes / 2] ^= 1u << 6;
    return reinterpret_cast<const uint32_t*>(&probe_);
  }

 private:
  int64_t advance_;
  int64_t advances_ = 0;  // seen
  arch::Probe probe_{};
};

}  // namespace nve
