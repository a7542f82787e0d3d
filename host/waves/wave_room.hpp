// SPDX-License-Identifier: Apache-2.0
// What the writer of waves needs besides a name: its temporary files, descriptors and room.
#pragma once

#include <string>

#include "host/waves/wave_options.hpp"

namespace nve {

/// What is missing to begin waves at a path, as the end of a sentence: "/tmp: cannot make ...".
/// Empty if nothing is. Leaves nothing behind.
std::string MissingForWaves(const std::string& path);

/// From now on a bus error is a disk without room for these waves, or for the temporary files: it
/// is said, what was written of them is deleted, and the exit code is 2. Without a path: none are
/// being written.
void ExpectBusErrorOf(const WaveOptions& waves);

}  // namespace nve
