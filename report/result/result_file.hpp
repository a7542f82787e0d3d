// SPDX-License-Identifier: Apache-2.0
// Result files of any kind: which kind one is of, and its contents, held to the schema.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace nve {

/// A file of JSON, whatever is in it.
struct JsonInFile {
  std::string path;
  nlohmann::ordered_json json;
};

/// The kinds of files of runs, and of predictions, which may stand beside them.
inline constexpr const char* kRunKind = "run";
inline constexpr const char* kPredictionKind = "compile";

/// Reads files that must all be of one kind, or of runs and predictions. All problems of all files
/// in one InputError.
std::vector<JsonInFile> ReadResults(const std::vector<std::string>& paths);

/// "run", "sweep", ...; a file that does not say its schema is a run's, of an earlier version or
/// none at all.
std::string KindOf(const JsonInFile& file);

/// InputError with all that is not as the schema of its kind says.
void CheckKind(const std::vector<JsonInFile>& files, const nlohmann::ordered_json& schema);

}  // namespace nve
