// Cycles the core is busy with a plan, computed from the programs alone (docs/isa.md, section 8).
//
// Counted are the cycles of state load and the advancing cycles; stalls are not, so a measurement
// is predicted cycles + stalls. A stream that always has a word causes none: the core then takes
// exactly this long. So do nve-sim and
// `nve-cosim --feed ideal`.

#pragma once

#include <vector>

#include "compiler/program/binary.hpp"

namespace nve {

/// Of one START: with `load`, a cycle per instruction; a cycle for the first fetch; then the runs.
int64_t CyclesOfStart(const Program& program, int runs, bool load);

/// Cycles of the plan's run steps, summed for every layer of the binary. A step loads its program
/// unless its core holds it.
std::vector<int64_t> PredictedCycles(const Binary& binary);

}  // namespace nve
