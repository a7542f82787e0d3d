// SPDX-License-Identifier: Apache-2.0
// The page about one or several results: one file that asks for nothing else.
#pragma once

#include <string>
#include <vector>

#include "report/compare/reported_run.hpp"
#include "report/html/embedded_pictures.hpp"

namespace nve {

/// At least one result.
std::string ReportPage(const std::vector<ReportedRun>& runs, PictureChoice pictures);

}  // namespace nve
