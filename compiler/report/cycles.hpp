// Cycles the core is busy with a plan, computed from the programs alone (docs/isa.md, section 8).
//
// Counted are the cycles of state load and the advancing cycles; stalls are not, so a measurement
// is predicted cycles + stalls. A stream that always has a word causes none: the core then takes
// exactly this long. So do nve-sim and `nve-cosim --feed ideal`.
#pragma once

#include <vector>

#include "compiler/program/binary.hpp"
#include "compiler/schedule/optimal.hpp"

namespace nve {

/// Of one START: with `load`, a cycle per instruction; a cycle for the first fetch; then the runs.
int64_t CyclesOfStart(const Program& program, int runs, bool load);

/// Cycles of the plan's run steps, summed for every layer of the binary. A step loads its program
/// unless its core holds it.
std::vector<int64_t> PredictedCycles(const Binary& binary);

/// Where the cycles of a layer go.
struct CycleParts {
  int64_t bound = 0;         ///< an iteration at its proved bound, for all iterations
  int64_t above_bound = 0;   ///< what the initiation intervals lie above it
  int64_t initial = 0;       ///< coefficients and first columns, once per strip
  int64_t ramps = 0;         ///< EXTRA passes, or what explicit prologue and epilogue take more
  int64_t program_load = 0;  ///< instructions streamed in, and the first fetch of every START
  int64_t Total() const { return bound + above_bound + initial + ramps + program_load; }
};

/// The predicted cycles of every layer, taken apart; `schedules` are those of the programs.
std::vector<CycleParts> PartsOfCycles(const Binary& binary,
                                      const std::vector<CertifiedSchedule>& schedules);

}  // namespace nve
