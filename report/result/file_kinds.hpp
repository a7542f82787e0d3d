// SPDX-License-Identifier: Apache-2.0
// All kinds of result files, and the JSON Schema of each.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace nve {

/// What stands before the kind in the schema's name: "nve-run".
inline constexpr std::string_view kSchemaPrefix = "nve-";

/// "run", "compile", ...: names of schemas without "nve-", of files of the tools
std::vector<std::string> FileKinds();

/// The same and those of scripts: all that can be shown.
std::vector<std::string> ShownKinds();

/// The JSON Schema (draft 2020-12) of a kind.
nlohmann::ordered_json SchemaOf(const std::string& kind);

}  // namespace nve
