// SPDX-License-Identifier: Apache-2.0
// One inverted bit of the core's state, in a random cycle of a random program.
//
// Either lockstep sees it, so many cycles later, or the program ends as it does without it: same
// words, same cycles. A run whose output differs while lockstep is silent is a problem, and so is a
// register that lockstep sees more than a cycle later.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tb/faults/fault_run.hpp"

namespace nve {

/// Registers and memories, each chosen uniformly over its bits.
std::vector<std::string> BitFlipKinds();

FaultRun RunBitFlip(size_t kind, uint64_t seed);

}  // namespace nve
