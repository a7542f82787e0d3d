// SPDX-License-Identifier: Apache-2.0
// The page about result files of any kind but runs.
#pragma once

#include <string>
#include <vector>

#include "report/html/chart_file.hpp"
#include "report/result/result_file.hpp"

namespace nve {

/// At least one file, all of one kind and as `schema` says.
std::string FilePage(const std::vector<JsonInFile>& files, const nlohmann::ordered_json& schema,
                     const std::vector<ChartFile>& charts);

}  // namespace nve
