// SPDX-License-Identifier: Apache-2.0
// How full FIFOs were and how busy ports, over the time of a run.
#pragma once

#include "report/html/section.hpp"

namespace nve {

/// A chart and a table for each core, of all but the first on demand.
Html UseSection(const RunView& view);

}  // namespace nve
