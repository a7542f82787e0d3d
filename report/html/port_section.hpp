// SPDX-License-Identifier: Apache-2.0
// What the ports to the memory did.
#pragma once

#include "report/html/section.hpp"

namespace nve {

/// Cycles by kind of each port, its bytes, and on demand how long bursts took.
Html PortSection(const RunView& view);

}  // namespace nve
