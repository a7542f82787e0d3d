// SPDX-License-Identifier: Apache-2.0
// Whether JSON is as a JSON Schema says, as far as our own schemas go (result_json.hpp,
// scripts/lib/result_tables.py): type, const, minimum, properties, items and anyOf with null.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {

/// Tells all problems, with the JSON pointer of their place in `file`.
void CheckBySchema(const nlohmann::ordered_json& schema, const nlohmann::ordered_json& value,
                   const std::string& file, Diagnostics& problems);

/// A schema without the null that it may allow.
const nlohmann::ordered_json& WithoutNull(const nlohmann::ordered_json& schema);

/// What an object whose keys a run decides has behind each; nullptr if a schema is of none.
const nlohmann::ordered_json* NamedPart(const nlohmann::ordered_json& schema);

}  // namespace nve
