// SPDX-License-Identifier: Apache-2.0
// Several results side by side.
#pragma once

#include <vector>

#include "report/compare/reported_run.hpp"
#include "report/html/html.hpp"

namespace nve {

/// The table of differences, where the cycles of each went, and all on one roofline.
Html ComparisonSection(const std::vector<ReportedRun>& runs);

}  // namespace nve
