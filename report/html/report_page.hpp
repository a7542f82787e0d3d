// SPDX-License-Identifier: Apache-2.0
// The page about one or several results: one file that asks for nothing else.
#pragma once

#include <string>

#include "report/compare/reported_results.hpp"
#include "report/html/embedded_pictures.hpp"

namespace nve {

/// At least one run.
std::string ReportPage(const ReportedResults& results, PictureChoice pictures);

}  // namespace nve
