// SPDX-License-Identifier: Apache-2.0
// nve-plan: execution plans of networks on planned machines.
#include <fmt/format.h>

#include "arch/find_machine.hpp"
#include "base/cli/processor_time.hpp"
#include "base/cli/tool_main.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/output_file.hpp"
#include "base/json/json_file.hpp"
#include "base/text/shell_word.hpp"
#include "convnet/network_xml.hpp"
#include "planner/nve/nve_network.hpp"
#include "planner/papers/thesis.hpp"
#include "planner/papers/tso.hpp"
#include "planner/report/alternatives.hpp"
#include "planner/report/layer_report.hpp"
#include "planner/report/roofline_svg.hpp"
#include "planner/report/volume_table.hpp"
#include "planner/shapes/known_networks.hpp"
#include "planner/tools/plan_binary.hpp"
#include "planner/tools/plan_network_file.hpp"
#include "planner/tools/plan_options.hpp"
#include "planner/tools/rank_plans.hpp"
#include "planner/tools/run_plans.hpp"
#include "planner/tools/run_tso.hpp"
#include "report/result/result_json.hpp"
#include "report/row_table.hpp"

namespace nve::planner {
namespace {

// How many plans the search looked at, of how many that there are.
void PrintEffort(const NetworkPlan& plan, double seconds) {
  int64_t space = 0;
  for (const LayerPlan& layer : plan.layers) {
    int64_t product = 1;
    for (const SpaceFactor& factor : layer.chosen.space) product *= factor.size;
    space += product;
  }
  Print("{} plans looked at of {}, OC x IC x OH x OW tiles x flows of {} layers, in {:.3f} s\n",
        plan.words.looked_at, space, plan.layers.size(), seconds);
}

void Explain(const LayerShape& layer, const Hardware& hardware, const SearchOptions& options) {
  Print("{}: {} x {} channels, {} x {} outputs, kernel {} x {}, {} MACs\n\n", layer.name, layer.oc,
        layer.ic, layer.oh, layer.ow, layer.kh, layer.kw, layer.Macs());
  const RowTable table({{"plan", -14},
                        {"tile", -30},
                        {"flow", -4},
                        {"executed", 12},
                        {"by 6.1", 12},
                        {"kept tiles", 12},
                        {"more", 8},
                        {" because", 0}});
  Print("{}", table.Head());
  for (const Alternative& other : MakeAlternatives(layer, hardware, options)) {
    Print("{}",
          table.Row(other.name, TileText(layer, other.mapping.tile), FlowName(other.mapping.flow),
                    other.executed.Total(), other.equations.Total(), other.kept,
                    fmt::format("{:.1f} %", other.more), " " + other.because));
  }
}

int RunTable(const PlanOptions& options) {
  const std::vector<VolumeRow> rows = VolumeTable(SearchOptionsOf(options).convention);
  double seconds = 0;
  int64_t evaluations = 0;
  for (const VolumeRow& row : rows) {
    seconds += row.seconds;
    evaluations += row.evaluations;
  }
  Print("{}\n{} plans looked at for the optima, in {:.3f} s\n", VolumeText(rows), evaluations,
        seconds);
  if (!options.json.empty())
    WriteJson(options.json, ResultJson(WithCommand(VolumesResult(rows), options.command)));
  return kExitOk;
}

int RunPapers(const PlanOptions& options) {
  const std::vector<Paper> papers = {ThesisPaper(), TsoPaper()};
  for (const Paper& paper : papers) Print("{}", PaperText(paper));
  WritePapers(papers, options.papers, options.command);
  Print("{}/plans.txt, plans.json, *.csv, *.svg\n", options.papers);
  return kExitOk;
}

void PrintShort(const NetworkPlan& plan) {
  Print("words: {} executed, {} by equation 6.1; Zhang {} executed; each word once {}\n",
        plan.words.executed, plan.words.equations, plan.words.zhang_executed, plan.words.once);
}

// Of a descriptor's layers each map reads its own inputs, which shapes do not tell.
std::vector<NveLayerEntry> PlanDescriptorOnNve(const PlanOptions& options,
                                               const arch::Machine& machine) {
  Network network = LoadNetwork(options.network);
  if (!options.layer.empty()) {
    const LayerShape chosen = ParseLayer(ShapesOf(network), "--layer", options.layer);
    std::erase_if(network.layers, [&](const Layer& layer) { return layer.name != chosen.name; });
  }
  return PlanOnNve(network, machine);
}

int RunOnNve(const PlanOptions& options) {
  const arch::Machine machine = arch::NamedMachine(options.machine);
  const NetworkShape network = ReadPlanNetwork(options);
  const std::vector<NveLayerEntry> layers = IsDescriptor(options.network)
                                                ? PlanDescriptorOnNve(options, machine)
                                                : PlanOnNve(network, machine);
  Print("{}", NveText(layers));
  if (!options.json.empty()) {
    NvePlanFile file = NvePlanResult(layers, machine);
    file.network = network.name;
    WriteJson(options.json, ResultJson(WithCommand(file, options.command)));
  }
  return kExitOk;
}

int RunNetwork(const PlanOptions& options) {
  if (IsForNve(options)) return RunOnNve(options);
  const NetworkShape network = ReadPlanNetwork(options);
  const Hardware hardware = ReadHardware(HardwareOf(options));
  const SearchOptions search = SearchOptionsOf(options);
  if (!options.explain.empty()) {
    Explain(ParseLayer(network, "--explain", options.explain), hardware, search);
  }
  const double before = ProcessorSeconds();
  const NetworkPlan plan = PlanNetwork(network, hardware, search);
  const double seconds = ProcessorSeconds() - before;
  if (options.report) {
    Print("{}\n", NetworkReport(plan, hardware, search));
  } else if (options.explain.empty() && !PrintsCode(options)) {
    PrintShort(plan);
  }
  if (options.explain.empty() && !PrintsCode(options)) PrintEffort(plan, seconds);
  if (!options.roofline.empty()) {
    const RooflineDrawing drawing =
        options.layer.empty() ? NetworkDrawing(network, hardware, search)
                              : SearchSpaceDrawing(network.layers.front(), hardware, search);
    WriteFileAtomically(options.roofline, RooflineSvg(drawing, hardware));
  }
  if (!options.ir.empty() || !options.target.empty()) WritePlan(plan, hardware, options);
  std::vector<LayerRun> runs;
  if (options.execute) {
    runs = RunPlans(plan, hardware, options);
    if (!PrintsCode(options)) Print("{}", RunsText(runs));
  }
  if (!options.json.empty()) {
    PlanFile file = PlanResult(plan, hardware, search);
    file.network = network.name;
    if (!runs.empty()) file.runs = RunsResult(runs);
    WriteJson(options.json, ResultJson(WithCommand(file, options.command)));
  }
  return CodeOf(runs);
}

int Run(const PlanOptions& options) {
  if (options.table) return RunTable(options);
  if (!options.papers.empty()) return RunPapers(options);
  if (options.tso) return RunTso(options);
  if (IsBinary(options.network)) return RunPlanBinary(options);
  if (options.rank > 0) return RunRank(options);
  if (IsPlan(options.network)) return RunPlanFile(options);
  return RunNetwork(options);
}

}  // namespace
}  // namespace nve::planner

int main(int argc, char** argv) {
  nve::planner::PlanOptions options;
  options.command = nve::ShellLine(argc, argv);
  return nve::RunTool(
      argc, argv, [&](CLI::App& app) { nve::planner::DeclarePlan(app, options); },
      [&] {
        nve::planner::CheckPlan(options);
        return nve::planner::Run(options);
      });
}
