// SPDX-License-Identifier: Apache-2.0
// Whether a binary fits the memory of a board: so that a binary that does not is refused when it is
// made, not when it is executed.
#pragma once

#include <string>

#include "program/binary.hpp"
#include "program/placement.hpp"

namespace nve {

/// What the driver takes for all steps of a binary that has passed the checks.
HostMemory HostMemoryOf(const Binary& binary, const Board& board = {});

/// Throws an InputError (needed, available, what would fit) that begins with `name` if a binary
/// needs more memory than the board has.
void CheckHostMemory(const Binary& binary, const std::string& name, const Board& board = {});

}  // namespace nve
