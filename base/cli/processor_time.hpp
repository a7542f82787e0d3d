// SPDX-License-Identifier: Apache-2.0
// Processor time, the clock that simulation speeds are measured with.
#pragma once

namespace nve {

/// Seconds this thread has used: unlike wall time, they do not count what other programs used.
double ProcessorSeconds();

}  // namespace nve
