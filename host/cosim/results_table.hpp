// SPDX-License-Identifier: Apache-2.0
// The result of a co-simulation for people.
#pragma once

#include <cstdint>
#include <string>

#include "report/result/run_result.hpp"

namespace nve {

/// What a run of the platform prints: a line per layer, states, DMA and lockstep.
std::string ResultsTable(const RunResult& result);

/// Its last line, without an end: what lockstep has compared, or that it is off and the run had
/// `cycles`; and the speed.
std::string LockstepLine(const RunResult& result, uint64_t cycles);

}  // namespace nve
