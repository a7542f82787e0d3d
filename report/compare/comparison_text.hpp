// SPDX-License-Identifier: Apache-2.0
// Comparisons as text.
#pragma once

#include <string>
#include <vector>

#include "report/compare/comparison.hpp"

namespace nve {

/// A line with the verdict of each result, a warning for each way in which one is of something
/// else than the first, and of several the rows of Compare as a table.
std::string ComparisonText(const std::vector<ReportedRun>& runs,
                           const std::vector<ComparisonRow>& rows);

}  // namespace nve
