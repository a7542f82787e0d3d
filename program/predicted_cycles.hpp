// SPDX-License-Identifier: Apache-2.0
// Cycles the core is busy with the steps, computed from the programs alone (docs/isa.md, section
// 8).
//
// Counted are the cycles of states table and load and the advancing cycles; stalls are not, so a
// measurement is predicted cycles + stalls. A stream that always has a word causes none: the core
// then takes exactly this long. So do nve-sim and `nve-cosim --feed ideal`.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "program/binary.hpp"
#include "program/start_load.hpp"

namespace nve {

/// Of state load with all instructions there: the first one is fetched.
inline constexpr int64_t kFirstFetchCycles = 1;

/// Lengths of a program's parts, in instructions.
struct ProgramLength {
  int64_t once = 0;      ///< initial and final part
  int64_t repeated = 0;  ///< repeated part
  int64_t passes = 0;    ///< of the repeated part in a run
};

/// Of one START: a cycle per word loaded; a cycle for the first fetch; then the runs.
int64_t CyclesOfStart(const ProgramLength& length, int runs, StartLoad load);
int64_t CyclesOfStart(const Program& program, int runs, StartLoad load);

/// Calls `visit` with every run step and what it loads: what its core does not hold already.
/// `steps` are of programs of the binary.
void ForEachStart(const Binary& binary, const Steps& steps,
                  const std::function<void(const RunStep&, StartLoad)>& visit);
void ForEachStart(const Binary& binary,
                  const std::function<void(const RunStep&, StartLoad)>& visit);

/// Cycles of the run steps of all cores, summed for every layer of the binary.
std::vector<int64_t> PredictedCycles(const Binary& binary);

/// Of every layer, the cycles of the core that has the most in it.
std::vector<int64_t> BusiestCoreCycles(const Binary& binary);

/// Cycles of all run steps; the binary needs no layers.
int64_t TotalPredictedCycles(const Binary& binary);

}  // namespace nve
