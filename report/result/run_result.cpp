// SPDX-License-Identifier: Apache-2.0
// Files of runs: see run_result.hpp.
#include "report/result/run_result.hpp"

#include <filesystem>

#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "report/result/result_json.hpp"

namespace nve {
namespace {

// Comparisons of speeds had their numbers at the top in version 0.
void MoveSpeed(nlohmann::ordered_json& json) {
  for (const std::string of : {"lockstep", "probes"}) {
    if (!json.contains("with_" + of)) continue;
    json["speed"] = {{"of", of},
                     {"with", json["with_" + of]},
                     {"without", json["without_" + of]},
                     {"ratio", json["ratio"]}};
    for (const std::string& key : {"with_" + of, "without_" + of, std::string("ratio")}) {
      json.erase(key);
    }
    json.erase("cycles");
  }
}

}  // namespace

std::vector<Picture> PicturesOf(const std::string& role, const std::vector<std::string>& files,
                                const std::string& json) {
  namespace fs = std::filesystem;
  const bool in_file = !json.empty() && json != kStandardOutput;
  const fs::path folder = in_file ? fs::absolute(json).parent_path() : fs::path();
  std::vector<Picture> pictures;
  for (const std::string& file : files) {
    if (!file.ends_with(".png")) continue;
    pictures.push_back({role, in_file ? fs::proximate(fs::absolute(file), folder).string() : file});
  }
  return pictures;
}

nlohmann::ordered_json RunJson(const RunResult& result) { return ResultJson(result); }

RunResult ReadRun(const std::string& path) { return RunOf(path, ReadJson(path)); }

RunResult RunOf(const std::string& path, nlohmann::ordered_json json) {
  if (!json.is_object() || !json.contains("lockstep")) {
    throw WrongFile(path, "no result of a run", "a file of --json of nve-cosim or nve-sim");
  }
  int version = 0;
  if (json.contains("schema")) {
    if (json["schema"] != RunResult::kSchema) {
      throw WrongFile(path, "schema " + json["schema"].dump(), RunResult::kSchema);
    }
    if (!json.contains("schema_version") || !json["schema_version"].is_number_integer() ||
        json["schema_version"] < 1 || json["schema_version"] > RunResult::kVersion) {
      throw WrongFile(
          path, "schema_version " + json.value("schema_version", nlohmann::ordered_json()).dump(),
          fmt::format("1 to {}; a newer nve-report reads newer files", RunResult::kVersion));
    }
    version = json["schema_version"].get<int>();
  } else {
    MoveSpeed(json);
  }
  RunResult result;
  result.schema_version = version;
  Diagnostics problems;
  ResultReader(path, version, problems).Read(json, "", result);
  problems.ThrowIfErrors();
  return result;
}

}  // namespace nve
