// SPDX-License-Identifier: Apache-2.0
// What must hold when a run in lockstep has ended without a mismatch.
#pragma once

#include <cstdint>
#include <string>

namespace nve {

/// What is wrong if no cycle was compared, or if the RTL needed `cycle_delta` cycles more than the
/// golden model; empty if nothing is.
std::string LockstepProblem(uint64_t compared_cycles, int64_t cycle_delta);

}  // namespace nve
