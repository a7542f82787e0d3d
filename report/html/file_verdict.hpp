// SPDX-License-Identifier: Apache-2.0
// Whether a summary of tests or of a campaign tells of a success, in one line.
#pragma once

#include <nlohmann/json.hpp>

#include "report/html/html.hpp"

namespace nve {

/// A paragraph as of runs: passed or failed, with the counts that say so and the first problem.
/// Nothing for a file that judges nothing. `number` is the file's in sources.
Html FileVerdict(const nlohmann::ordered_json& file, size_t number);

}  // namespace nve
