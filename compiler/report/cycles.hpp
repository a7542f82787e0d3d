// SPDX-License-Identifier: Apache-2.0
// Where the predicted cycles of a layer go (program/predicted_cycles.hpp).
#pragma once

#include <vector>

#include "compiler/schedule/optimal.hpp"
#include "program/predicted_cycles.hpp"

namespace nve {

struct CycleParts {
  int64_t bound = 0;        ///< an iteration at its proved bound, for all iterations
  int64_t above_bound = 0;  ///< what the initiation intervals lie above it
  int64_t initial = 0;      ///< coefficients and first columns, once per strip
  int64_t ramps = 0;        ///< EXTRA passes, or what explicit prologue and epilogue take more
  /// Activation tables and instructions streamed in, and the first fetch of every START.
  int64_t program_load = 0;
  int64_t Total() const { return bound + above_bound + initial + ramps + program_load; }
};

/// The predicted cycles of every layer, taken apart, of the core that has the most of them;
/// `schedules` are those of the programs.
std::vector<CycleParts> PartsOfCycles(const Binary& binary,
                                      const std::vector<CertifiedSchedule>& schedules);

}  // namespace nve
