// SPDX-License-Identifier: Apache-2.0
// The report as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "compiler/report/figures.hpp"

namespace nve {

/// Keys: network, arch, layers[], mean, total; docs/code-generation.md, section 14, has them all.
nlohmann::ordered_json ReportJson(const NetworkFigures& figures);

}  // namespace nve
