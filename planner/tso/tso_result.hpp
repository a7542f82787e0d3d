// SPDX-License-Identifier: Apache-2.0
// TSO's results as result files have them.
#pragma once

#include <vector>

#include "planner/tso/network_table.hpp"
#include "report/result/tso_file.hpp"

namespace nve::planner::tso {

TsoFile TsoResult(const NetworkResult& result);

TsoTableFile TsoTableResult(const std::vector<TsoRow>& rows);

}  // namespace nve::planner::tso
