// SPDX-License-Identifier: Apache-2.0
// Cycles of a case that lockstep has given up: RTL and golden model each run it alone to the end.
#pragma once

#include <cstdint>

#include "tb/stimulus/case_run.hpp"
#include "tb/stimulus/shrink.hpp"

namespace nve {

/// Cycles a new core is busy with the case, less those of the golden model with the same
/// neighbours; neither is compared with the other meanwhile.
int64_t CycleDeltaAlone(const MakeCore& make_core, const RandomCase& random, const RunSetup& setup);

}  // namespace nve
