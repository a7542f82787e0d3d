// SPDX-License-Identifier: Apache-2.0
// The result of steps on cores alone, and its table.
#pragma once

#include <string>

#include "model/sim/core_uses.hpp"
#include "model/sim/step_runner.hpp"
#include "report/result/run_result.hpp"

namespace nve {

/// Network, machine, layers, total, cores, programs, use over time and cycles per second of
/// `seconds`; no lockstep.
RunResult SimResult(const Binary& binary, const StepRunner& runner, const CoreUseRecorder& uses,
                    double seconds);

/// One line per layer and one for the total.
std::string SimTable(const RunResult& result);

}  // namespace nve
