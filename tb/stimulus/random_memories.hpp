// SPDX-License-Identifier: Apache-2.0
// Memories that begin with random words, the same in the golden model and in a Verilated model
// whose build shows them (memories_public.vlt).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/golden/core_memories.hpp"
#include "tb/stimulus/rtl_state.hpp"

namespace nve {

/// Every bit at random.
CoreMemories RandomMemories(uint64_t seed);

/// Every bit inverted.
CoreMemories Inverted(CoreMemories contents);

/// The contents in all memories of a core whose names begin with `core` ("" for a core alone,
/// "u_core." in a tile), random words in all others. Returns the memories of the core.
/// InternalError if there is one that CoreMemories does not know.
int FillMemories(const std::vector<StateField>& state, const std::string& core,
                 const CoreMemories& contents, uint64_t seed);

}  // namespace nve
