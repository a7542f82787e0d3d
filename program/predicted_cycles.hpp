// SPDX-License-Identifier: Apache-2.0
// Cycles the core is busy with the steps, computed from the programs alone (docs/isa.md, section
// 8).
//
// Counted are the cycles of state load and the advancing cycles; stalls are not, so a measurement
// is predicted cycles + stalls. A stream that always has a word causes none: the core then takes
// exactly this long. So do nve-sim and `nve-cosim --feed ideal`.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "program/binary.hpp"

namespace nve {

/// Of state load with all instructions there: the first one is fetched.
inline constexpr int64_t kFirstFetchCycles = 1;

/// Lengths of a program's parts, in instructions.
struct ProgramLength {
  int64_t once = 0;      ///< initial and final part
  int64_t repeated = 0;  ///< repeated part
  int64_t passes = 0;    ///< of the repeated part in a run
};

/// Of one START: with `load`, a cycle per instruction; a cycle for the first fetch; then the runs.
int64_t CyclesOfStart(const ProgramLength& length, int runs, bool load);
int64_t CyclesOfStart(const Program& program, int runs, bool load);

/// Calls `visit` with every run step and whether it loads its program: unless its core
/// holds it already.
void ForEachStart(const Binary& binary, const std::function<void(const RunStep&, bool)>& visit);

/// Cycles of the run steps, summed for every layer of the binary.
std::vector<int64_t> PredictedCycles(const Binary& binary);

/// Cycles of all run steps; the binary needs no layers.
int64_t TotalPredictedCycles(const Binary& binary);

}  // namespace nve
