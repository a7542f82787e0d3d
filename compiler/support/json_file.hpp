// JSON result files: pretty printed, keys in the order they were inserted, written atomically.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace nve {

// Two spaces of indentation and a final newline; to standard output if the path is "-". InputError
// if it cannot be written.
void WriteJson(const std::string& path, const nlohmann::ordered_json& value);

// Throws InputError naming file, line and column if the file is not JSON.
nlohmann::ordered_json ReadJson(const std::string& path);

}  // namespace nve
