// SPDX-License-Identifier: Apache-2.0
// What ran, on which machine, with which parameters, and how to run it again.
#pragma once

#include "report/html/section.hpp"

namespace nve {

Html ParameterSection(const RunView& view);

/// The machine's clock.
HtmlValue ClockValue(const ResultPlace<RunResult>& run);

/// A command that a click selects as a whole.
Html CommandPart(const HtmlValue& command);

}  // namespace nve
