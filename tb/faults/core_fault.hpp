// SPDX-License-Identifier: Apache-2.0
// Faults of the core alone: what its stream neighbours do wrong, and resets in any cycle.
//
// Every seed runs one random program three times on one core in lockstep: undisturbed, with the
// fault, and after a reset again. Output words, their TLAST and the cycles of the last run must be
// those of the first.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tb/faults/fault_run.hpp"

namespace nve {

enum class CoreFaults : uint8_t { kStreams, kResets };

std::vector<std::string> CoreFaultKinds(CoreFaults family);

FaultRun RunCoreFault(CoreFaults family, size_t kind, uint64_t seed);

}  // namespace nve
