// The report as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "compiler/report/figures.hpp"

namespace nve {

/// Keys: network, arch, layers[]; the keys of a layer are in docs/code-generation.md.
nlohmann::ordered_json ReportJson(const NetworkFigures& figures);

}  // namespace nve
