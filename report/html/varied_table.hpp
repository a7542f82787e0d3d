// SPDX-License-Identifier: Apache-2.0
// Runs at several values of parameters: values and results of a run in one row.
#pragma once

#include <nlohmann/json.hpp>

#include "report/html/html.hpp"

namespace nve {

/// A section about a file of kind nve-vary; nothing for one of another kind. `number` is the file's
/// in sources, `level` that of the heading.
Html VariedTable(const nlohmann::ordered_json& file, size_t number, int level);

}  // namespace nve
