// SPDX-License-Identifier: Apache-2.0
// What each layer took, as tables.
#pragma once

#include "report/html/section.hpp"

namespace nve {

/// Layers and their sum; programs and cores on demand, if the result has them.
Html LayerSection(const RunView& view);

}  // namespace nve
