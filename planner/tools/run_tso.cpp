// SPDX-License-Identifier: Apache-2.0
// Runs TSO: see run_tso.hpp.
#include "planner/tools/run_tso.hpp"

#include "base/diagnostics/diagnostics.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/json/json_file.hpp"
#include "planner/tools/plan_network_file.hpp"
#include "planner/tso/network_table.hpp"
#include "planner/tso/tso_result.hpp"
#include "planner/tso/tso_text.hpp"
#include "report/result/result_json.hpp"

namespace nve::planner {

int RunTso(const PlanOptions& options) {
  const tso::Npu npu = tso::ReadNpu(HardwareOf(options));
  if (options.network.empty()) {
    const std::vector<tso::TsoRow> rows = tso::NetworkTable(npu);
    Print("{}\n{}", tso::TableText(rows),
          tso::StrategyText(tso::StrategyTable(npu, tso::Reading::kConsistent)));
    if (!options.json.empty())
      WriteJson(options.json, ResultJson(WithCommand(tso::TsoTableResult(rows), options.command)));
    return kExitOk;
  }
  tso::SearchOptions search;
  search.model = options.model == "burst" ? tso::Model::kBurst : tso::Model::kNoBurst;
  search.reading =
      options.reading == "printed" ? tso::Reading::kPrinted : tso::Reading::kConsistent;
  const tso::NetworkResult result = tso::SearchNetwork(ReadPlanNetwork(options), npu, search);
  tso::RequireMapped(result);
  Print("{}", tso::NetworkText(result));
  if (!options.json.empty())
    WriteJson(options.json, ResultJson(WithCommand(tso::TsoResult(result), options.command)));
  return kExitOk;
}

}  // namespace nve::planner
