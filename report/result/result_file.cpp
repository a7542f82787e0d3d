// SPDX-License-Identifier: Apache-2.0
// Reads result files of any kind.
#include "report/result/result_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/diagnostics/diagnostics.hpp"
#include "base/json/json_file.hpp"
#include "report/result/file_kinds.hpp"
#include "report/result/result_json.hpp"
#include "report/result/schema_check.hpp"

namespace nve {
namespace {

bool MayBeBesideRuns(const std::string& kind) {
  return kind == kRunKind || kind == kPredictionKind;
}

// Of another version a schema says nothing.
void CheckVersion(const JsonInFile& file, const nlohmann::ordered_json& schema) {
  const auto version = file.json.value("schema_version", nlohmann::ordered_json());
  const auto& known = schema["properties"]["schema_version"]["const"];
  if (version == known) return;
  throw WrongFile(file.path, "schema_version " + version.dump(),
                  known.dump() + "; a newer nve-report reads newer files");
}

}  // namespace

std::string KindOf(const JsonInFile& file) {
  if (!file.json.is_object() || !file.json.contains("schema")) return kRunKind;
  const nlohmann::ordered_json& schema = file.json["schema"];
  for (const std::string& kind : ShownKinds()) {
    if (schema == std::string(kSchemaPrefix) + kind) return kind;
  }
  throw WrongFile(file.path, "schema " + schema.dump(-1, ' ', true),
                  fmt::format("nve-{}", fmt::join(ShownKinds(), ", nve-")));
}

std::vector<JsonInFile> ReadResults(const std::vector<std::string>& paths) {
  std::vector<JsonInFile> files;
  std::string first;
  Diagnostics problems;
  for (const std::string& path : paths) {
    try {
      JsonInFile file = {path, ReadJson(path)};
      const std::string kind = KindOf(file);
      if (first.empty()) first = kind;
      if (kind != first && !(MayBeBesideRuns(kind) && MayBeBesideRuns(first))) {
        throw WrongFile(path, fmt::format("a result of kind nve-{}", kind),
                        fmt::format("nve-{}, as the first file's", first));
      }
      files.push_back(std::move(file));
    } catch (const InputError& error) {
      problems.Append(error);
    }
  }
  problems.ThrowIfErrors();
  return files;
}

void CheckKind(const std::vector<JsonInFile>& files, const nlohmann::ordered_json& schema) {
  Diagnostics problems;
  for (const JsonInFile& file : files) {
    try {
      CheckVersion(file, schema);
      CheckBySchema(schema, file.json, file.path, problems);
    } catch (const InputError& error) {
      problems.Append(error);
    }
  }
  problems.ThrowIfErrors();
}

}  // namespace nve
