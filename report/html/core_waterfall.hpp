// SPDX-License-Identifier: Apache-2.0
// Where the cycles of each core went, those between its steps too.
#pragma once

#include "report/html/section.hpp"

namespace nve {

/// A bar for each core, as parts of the frame, and the same as a table on demand. Nothing for a
/// single core, or if the result does not say.
Html CoreWaterfallPart(const RunView& view);

}  // namespace nve
