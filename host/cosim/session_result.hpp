// SPDX-License-Identifier: Apache-2.0
// The result of a co-simulation.
#pragma once

#include "host/cosim/session.hpp"
#include "report/result/run_result.hpp"

namespace nve {

/// Everything but what ran (tool, command, files), the failure and what is compared afterwards.
RunResult SessionResult(const Session& session);

/// Clock cycles per second of the host's processor time.
double CyclesPerSecond(const Session& session);

}  // namespace nve
