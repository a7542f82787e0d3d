// SPDX-License-Identifier: Apache-2.0
// Parts of a result whose keys the run decides: parameters, statistics, waves.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/html/html.hpp"

namespace nve {

/// A number, text or truth value, or null, by the names that lead to it, with dots between them.
struct JsonLeaf {
  std::string name;
  HtmlValue value;
};

/// All of an object, in its order.
std::vector<JsonLeaf> LeavesOf(const ResultPlace<nlohmann::ordered_json>& place,
                               const std::string& name = "");

}  // namespace nve
