// SPDX-License-Identifier: Apache-2.0
// Kinds of result files: see file_kinds.hpp.
#include "report/result/file_kinds.hpp"

#include <functional>
#include <string_view>
#include <utility>

#include "base/diagnostics/diagnostics.hpp"
#include "base/json/json_file.hpp"
#include "report/result/compile_file.hpp"
#include "report/result/cpu_file.hpp"
#include "report/result/diff_file.hpp"
#include "report/result/layer_plans_file.hpp"
#include "report/result/plan_file.hpp"
#include "report/result/quantise_file.hpp"
#include "report/result/read_out_result.hpp"
#include "report/result/result_json.hpp"
#include "report/result/run_result.hpp"
#include "report/result/script_kinds.hpp"
#include "report/result/seeds_file.hpp"
#include "report/result/sweep_file.hpp"
#include "report/result/tso_file.hpp"
#include "report/result/vary_file.hpp"

namespace nve {
namespace {

struct Kind {
  std::string name;
  nlohmann::ordered_json (*schema)();
};

// "compile" of "nve-compile"
std::string NameOf(std::string_view schema) {
  NVE_CHECK(schema.starts_with(kSchemaPrefix), "a schema is of nve");
  return std::string(schema.substr(kSchemaPrefix.size()));
}

template <typename File>
Kind KindOf() {
  return {NameOf(File::kSchema), [] { return FileSchema<File>(File().schema_version); }};
}

const std::vector<Kind>& Kinds() {
  static const std::vector<Kind> kinds = {
      KindOf<RunResult>(),    KindOf<CompiledFile>(),   KindOf<LadderFile>(),
      KindOf<SweepFile>(),    KindOf<CpuFile>(),        KindOf<PlanFile>(),
      KindOf<PlanRunsFile>(), KindOf<VolumesFile>(),    KindOf<NvePlanFile>(),
      KindOf<RanksFile>(),    KindOf<TsoFile>(),        KindOf<TsoTableFile>(),
      KindOf<PapersFile>(),   KindOf<RandomFile>(),     KindOf<FaultsFile>(),
      KindOf<DiffFile>(),     KindOf<VaryResult>(),     KindOf<DetectionsFile>(),
      KindOf<QuantiseFile>(), KindOf<PlanBinaryFile>(), KindOf<LayerPlansFile>()};
  return kinds;
}

const nlohmann::ordered_json& SchemasOfScripts() {
  static const nlohmann::ordered_json schemas =
      ParseJson(kScriptSchemas, "scripts/lib/result_tables.py");
  return schemas;
}

}  // namespace

std::vector<std::string> FileKinds() {
  std::vector<std::string> names;
  for (const Kind& kind : Kinds()) names.push_back(kind.name);
  return names;
}

std::vector<std::string> ShownKinds() {
  std::vector<std::string> names = FileKinds();
  for (const auto& [name, schema] : SchemasOfScripts().items()) names.push_back(name);
  return names;
}

nlohmann::ordered_json SchemaOf(const std::string& kind) {
  for (const Kind& each : Kinds()) {
    if (each.name == kind) return each.schema();
  }
  if (SchemasOfScripts().contains(kind)) return SchemasOfScripts()[kind];
  throw InternalError("a kind of result file without a schema");
}

}  // namespace nve
