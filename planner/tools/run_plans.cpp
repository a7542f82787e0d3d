// SPDX-License-Identifier: Apache-2.0
// Writes and runs plans: see run_plans.hpp.
#include "planner/tools/run_plans.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/cli/progress.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/output_file.hpp"
#include "base/json/json_file.hpp"
#include "planner/ir/direct_convolution.hpp"
#include "planner/ir/execute_ir.hpp"
#include "planner/ir/made_up_data.hpp"
#include "planner/ir/make_ir.hpp"
#include "planner/ir/read_ir.hpp"
#include "planner/ir/write_ir.hpp"
#include "planner/target/generate_code.hpp"
#include "report/result/result_json.hpp"
#include "report/text_table.hpp"

namespace nve::planner {
namespace {

// Words of one layer on arrays: 8 bytes each, input, weights and two outputs at once.
constexpr int64_t kMostWords = int64_t{1} << 28;

PlanIr PlanOf(const LayerPlan& plan, const Hardware& hardware, const PlanOptions& options) {
  return MakeIr(plan.layer, plan.chosen.mapping, hardware, {.keep_tiles = !options.reload});
}

LayerRun RunPlan(const PlanIr& ir, const LayerShape& layer) {
  RequireRoom(layer, "--execute");
  const Words words = TensorWords(layer, Convention::kStored);
  const LayerData data = MadeUpData(words.input, words.weight);
  const IrRun run = ExecuteIr(ir, data);
  LayerRun entry;
  entry.layer = layer.name;
  entry.count = layer.count;
  entry.steps = static_cast<int64_t>(ir.steps.size());
  entry.tiles = IrWords(ir);
  entry.moved = run.moved;
  entry.same = run.output == DirectConvolution(layer, data.input, data.weight);
  return entry;
}

void WriteCode(const PlanIr& ir, const PlanOptions& options) {
  if (options.target.empty()) return;
  const std::string code = GenerateCode(ir, ReadTemplate(options.target));
  if (PrintsCode(options)) {
    Print("{}", code);
  } else {
    WriteFileAtomically(options.code, code);
  }
}

WordsOfPlan WordsOf(const Words& words) { return {words.input, words.weight, words.output}; }

bool Good(const LayerRun& run) { return run.same && run.moved == run.tiles; }

}  // namespace

void RequireRoom(const LayerShape& layer, const std::string& option) {
  const int64_t words = TensorWords(layer, Convention::kStored).Total();
  if (words <= kMostWords) return;
  throw InputError(
      {option, 0, layer.name},
      fmt::format("found {} words of tensors, allowed: {} on this computer", words, kMostWords));
}

void WritePlan(const NetworkPlan& plan, const Hardware& hardware, const PlanOptions& options) {
  const PlanIr ir = PlanOf(plan.layers.front(), hardware, options);
  if (!options.ir.empty()) WriteFileAtomically(options.ir, WriteIr(ir));
  WriteCode(ir, options);
}

bool PrintsCode(const PlanOptions& options) {
  return !options.target.empty() && options.code.empty();
}

std::vector<LayerRun> RunPlans(const NetworkPlan& plan, const Hardware& hardware,
                               const PlanOptions& options) {
  int64_t macs = 0;
  for (const LayerPlan& each : plan.layers) macs += each.layer.Macs();
  Progress progress("running plans", macs, "MACs");
  std::vector<LayerRun> runs;
  runs.reserve(plan.layers.size());
  int64_t done = 0;
  for (const LayerPlan& each : plan.layers) {
    runs.push_back(RunPlan(PlanOf(each, hardware, options), each.layer));
    done += each.layer.Macs();
    progress.Update(done);
  }
  progress.Finish();
  return runs;
}

std::string RunsText(const std::vector<LayerRun>& runs) {
  std::vector<std::string> names;
  names.reserve(runs.size());
  for (const LayerRun& run : runs) names.push_back(run.layer);
  TextTable table(names, "layer");
  const auto add = [&](const char* group, const char* title, auto cell) {
    std::vector<std::string> cells;
    cells.reserve(runs.size());
    for (const LayerRun& run : runs) cells.push_back(fmt::format("{}", cell(run)));
    table.Add(group, title, cells);
  };
  add("plan", "steps", [](const LayerRun& run) { return run.steps; });
  add("words counted", "loaded", [](const LayerRun& run) { return run.moved.loaded.Total(); });
  add("words counted", "stored", [](const LayerRun& run) { return run.moved.stored.Total(); });
  add("words counted", "all", [](const LayerRun& run) { return run.moved.Sum().Total(); });
  add("by its tiles", "all", [](const LayerRun& run) { return run.tiles.Sum().Total(); });
  add("output", "equal", [](const LayerRun& run) { return run.same ? "yes" : "NO"; });
  int64_t total = 0;
  for (const LayerRun& run : runs) total += run.moved.Sum().Total() * run.count;
  return table.Text() +
         fmt::format("{} words moved, each layer as often as the network has it\n", total);
}

std::vector<RunOfPlan> RunsResult(const std::vector<LayerRun>& runs) {
  std::vector<RunOfPlan> results;
  results.reserve(runs.size());
  for (const LayerRun& run : runs) {
    results.push_back({run.layer, run.count, run.steps, WordsOf(run.moved.loaded),
                       WordsOf(run.moved.stored), run.moved.Sum().Total(), run.tiles.Sum().Total(),
                       run.same});
  }
  return results;
}

int CodeOf(const std::vector<LayerRun>& runs) {
  return std::ranges::all_of(runs, Good) ? kExitOk : kExitMismatch;
}

int RunPlanFile(const PlanOptions& options) {
  const PlanIr ir = ReadIr(options.network);
  WriteCode(ir, options);
  if (!options.execute) return kExitOk;
  LayerShape layer = LayerOf(ir);
  layer.name = options.network;
  const std::vector<LayerRun> runs = {RunPlan(ir, layer)};
  if (!PrintsCode(options)) Print("{}", RunsText(runs));
  if (!options.json.empty()) {
    PlanRunsFile file;
    file.runs = RunsResult(runs);
    WriteJson(options.json, ResultJson(WithCommand(file, options.command)));
  }
  return CodeOf(runs);
}

}  // namespace nve::planner
