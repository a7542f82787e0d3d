// SPDX-License-Identifier: Apache-2.0
// Files of runs: see run_result.hpp.
#include "report/result/run_result.hpp"

#include "base/json/json_file.hpp"
#include "report/result/result_json.hpp"

namespace nve {

nlohmann::ordered_json RunJson(const RunResult& result) { return ResultJson(result); }

nlohmann::ordered_json RunSchema() {
  nlohmann::ordered_json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                                   {"title", RunResult::kSchema},
                                   {"description", "result of a run of a network"}};
  schema.update(ResultSchema<RunResult>());
  schema["properties"]["schema"]["const"] = RunResult::kSchema;
  schema["properties"]["schema_version"]["const"] = RunResult::kVersion;
  return schema;
}

RunResult ReadRun(const std::string& path) {
  const nlohmann::ordered_json json = ReadJson(path);
  const auto wrong = [&](const std::string& found, const std::string& allowed) {
    return InputError({path, 0, ""}, fmt::format("found {}, allowed: {}", found, allowed));
  };
  if (!json.is_object() || !json.contains("layers")) {
    throw wrong("no result of a run", "a file of --json of nve-cosim or nve-sim");
  }
  int version = 0;
  if (json.contains("schema")) {
    if (json["schema"] != RunResult::kSchema) {
      throw wrong("schema " + json["schema"].dump(), RunResult::kSchema);
    }
    if (!json.contains("schema_version") || !json["schema_version"].is_number_integer() ||
        json["schema_version"] < 1 || json["schema_version"] > RunResult::kVersion) {
      throw wrong(
          "schema_version " + json.value("schema_version", nlohmann::ordered_json()).dump(),
          fmt::format("1 to {}; a newer nve-report reads newer files", RunResult::kVersion));
    }
    version = json["schema_version"].get<int>();
  }
  RunResult result;
  result.schema_version = version;
  Diagnostics problems;
  ResultReader(path, version, problems).Read(json, "", result);
  problems.ThrowIfErrors();
  return result;
}

}  // namespace nve
