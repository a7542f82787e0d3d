// SPDX-License-Identifier: Apache-2.0
// Explicit prologue and epilogue: the passes in which a modulo schedule fills and drains, as code
// of their own before and behind the repeated part.
//
// A kernel-only program runs EXTRA passes more than it has iterations and suppresses what is too
// early or too late. Explicit code needs no extra pass: the first EXTRA and the last EXTRA passes
// are written out, without what would be suppressed and without what nothing in use depends on,
// found by tracing every operand back to the operation that made it. The empty instructions at both
// ends are left out. It costs instructions and saves the cycles left out.
#pragma once

#include <vector>

#include "compiler/buffer/allocation.hpp"

namespace nve {

struct Ramps {
  int passes = 0;  ///< written out at each end; 0: kernel-only
  std::vector<Instruction> prologue;
  std::vector<Instruction> epilogue;
  int Instructions() const { return static_cast<int>(prologue.size() + epilogue.size()); }
};

/// Prologue and epilogue of a schedule run for `iterations`. Kernel-only (passes = 0) if no pass
/// would remain for the repeated part or the program would not fit the instruction buffer.
Ramps ExplicitRamps(const Schedule& schedule, const Allocation& allocation, int iterations);

}  // namespace nve
