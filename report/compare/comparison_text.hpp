// SPDX-License-Identifier: Apache-2.0
// Comparisons as text.
#pragma once

#include <string>
#include <vector>

#include "report/compare/comparison.hpp"

namespace nve {

/// The rows of Compare as a table.
std::string ComparisonText(const std::vector<ReportedRun>& runs,
                           const std::vector<ComparisonRow>& rows);

}  // namespace nve
