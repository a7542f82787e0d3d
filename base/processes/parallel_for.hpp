// SPDX-License-Identifier: Apache-2.0
// Independent pieces of work on all cores.
#pragma once

#include <cstddef>
#include <functional>

namespace nve {

/// Calls `work` for 0 to `count` - 1, each once, on as many threads as there are cores. The first
/// exception ends the others at their next piece and is thrown.
void ParallelFor(size_t count, const std::function<void(size_t)>& work);

}  // namespace nve
