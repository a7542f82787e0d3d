// SPDX-License-Identifier: Apache-2.0
// TSO's results as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "planner/tso/network_table.hpp"

namespace nve::planner::tso {

/// `network`, `layers[]`, `microseconds` (with bursts), `estimate` (by the model of the search),
/// `unmapped`. A layer is `layer`, `count`, `partition`, `flow`, `tile` (m, n, r, c), `alphas` and
/// `bursts` (of one tile; each in, w, out), `microseconds`, `estimate`; or `problem` in place of
/// all after `count`.
nlohmann::ordered_json NetworkJson(const NetworkResult& result);

/// `rows[]`: `network`, `model` (burst, noburst), `reading` (printed, consistent), `microseconds`
/// (the sum over the convolutions), `estimate`, `layers[]`.
nlohmann::ordered_json TableJson(const std::vector<TsoRow>& rows);

/// `strategies[]`: `network`, then by column of table I `microseconds`, `unmapped` and, if every
/// layer is mapped, `ratio` to burst.
nlohmann::ordered_json StrategyJson(const std::vector<StrategyRow>& rows);

}  // namespace nve::planner::tso
