// SPDX-License-Identifier: Apache-2.0
// The programs of a run: what each issue slot does in each clock cycle.
#pragma once

#include <vector>

#include "report/html/section.hpp"

namespace nve {

/// Program by program, each on demand. Programs that an earlier one of `runs` has shown are those:
/// a link leads there.
Html ScheduleSection(const RunView& view, const std::vector<ReportedRun>& runs);

}  // namespace nve
