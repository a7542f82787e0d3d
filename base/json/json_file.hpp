// SPDX-License-Identifier: Apache-2.0
// JSON: result files (pretty printed, keys in the order they were inserted, written atomically),
// and all that users write or that was written for them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace nve {

// Two spaces of indentation and a final newline.
std::string JsonText(const nlohmann::ordered_json& value);

// The same in a file; to standard output if the path is "-". InputError if it cannot be written.
void WriteJson(const std::string& path, const nlohmann::ordered_json& value);

// Arrays and objects inside one another, the outermost included. A plan's loops need 38.
inline constexpr int kMaxJsonDepth = 64;

// Whether a file may have comments as C++ has them; JSON itself has none.
enum class JsonComments { kRefused, kAllowed };

// The value that `text` is from its first to its last byte. Throws InputError with `name` as the
// file, naming line and column, if it is not JSON, deeper than kMaxJsonDepth or has two members of
// one name in an object.
nlohmann::ordered_json ParseJson(std::string_view text, const std::string& name,
                                 JsonComments comments = JsonComments::kRefused);

// The same of a file.
nlohmann::ordered_json ReadJson(const std::string& path,
                                JsonComments comments = JsonComments::kRefused);

}  // namespace nve
