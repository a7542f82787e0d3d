// SPDX-License-Identifier: Apache-2.0
// TSO's results as text.
#pragma once

#include <string>
#include <vector>

#include "planner/tso/network_table.hpp"

namespace nve::planner::tso {

/// A network layer by layer: what was chosen, how often tiles move, microseconds.
std::string NetworkText(const NetworkResult& result);

/// A line for each network, model and reading.
std::string TableText(const std::vector<TsoRow>& rows);

/// Times by the columns of table I over those of burst, by the equations and as published.
std::string StrategyText(const std::vector<StrategyRow>& rows);

}  // namespace nve::planner::tso
