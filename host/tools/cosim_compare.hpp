// SPDX-License-Identifier: Apache-2.0
// What checking costs: two platforms in one simulation, with and without it.
#pragma once

#include "host/tools/cosim_run.hpp"

namespace nve {

/// --compare-speed: with and without lockstep. The exit code.
int CompareLockstep(const CosimTask& task);

/// --compare-probes: with and without monitors and rule checkers. The exit code.
int CompareProbes(const CosimTask& task);

/// --compare-use: with and without the use of FIFOs and ports over time. The exit code.
int CompareUse(const CosimTask& task);

}  // namespace nve
