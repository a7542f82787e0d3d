// SPDX-License-Identifier: Apache-2.0
// The report as text: ours beside the published figures, and the bounds of every program.
#pragma once

#include <string>

#include "compiler/report/figures.hpp"

namespace nve {

/// A line per layer, then the network as a whole. A source has a column only where it prints
/// something.
std::string ReportText(const NetworkFigures& figures);

/// A line per program: its interval, the bound of every slot and port, and of the register path.
std::string ProgramsText(const NetworkFigures& figures);

}  // namespace nve
