// SPDX-License-Identifier: Apache-2.0
// What nvec writes and prints: see nvec_output.hpp.
#include "compiler/tools/nvec_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "compiler/report/compiled_layers.hpp"
#include "compiler/report/preset_ladder.hpp"
#include "compiler/report/report_text.hpp"
#include "compiler/report/schedule_svg.hpp"
#include "compiler/tools/plan_cores.hpp"
#include "convnet/network_xml.hpp"
#include "model/transfer/predict_report.hpp"
#include "report/result/result_json.hpp"
#include "report/row_table.hpp"

namespace nve {
namespace {

void PrintTable(const CompileResult& result) {
  const int cores = result.layers.front().partition.Cores();
  std::vector<RowTable::Column> columns = {{"layer", -8},     {"ii", 6},           {"bound", 6},
                                           {"MAC/instr", 10}, {"words/strip", 12}, {"code", 8},
                                           {"programs", 9},   {"loads", 6}};
  if (cores > 1) columns.push_back({"partition", 10});
  const RowTable table(columns);
  const auto row = [&](const LayerReport& layer, const auto&... more) {
    return table.Row(layer.name, layer.ii, layer.bound, layer.mac_per_instr,
                     layer.data_words_per_strip, layer.code_words, layer.programs, layer.loads,
                     more...);
  };
  Print("{}", table.Head());
  for (const LayerReport& layer : result.layers) {
    Print("{}", cores > 1 ? row(layer, ToText(layer.partition)) : row(layer));
  }
}

std::string ScheduleText(const CompileResult& result) {
  std::string text;
  for (size_t p = 0; p < result.schedules.size(); ++p) {
    const Schedule& schedule = result.schedules[p].schedule;
    text += fmt::format("{}: {} initial writes, repeated part of {} cycles\n{}\n",
                        result.binary.programs[p].name, schedule.initial.size(), schedule.length,
                        ToText(schedule));
  }
  return text;
}

// The program that --schedule-svg draws.
size_t ProgramToDraw(const NvecOptions& options, const Binary& binary) {
  if (options.schedule_program.empty()) return 0;
  const auto found = std::find_if(
      binary.programs.begin(), binary.programs.end(),
      [&](const Program& program) { return program.name == options.schedule_program; });
  if (found == binary.programs.end()) {
    throw InputError(
        SourceLocation{options.network, 0, ""},
        fmt::format("--schedule-program: found '{}', allowed: a program's name, {} to {}",
                    options.schedule_program, binary.programs.front().name,
                    binary.programs.back().name));
  }
  return static_cast<size_t>(found - binary.programs.begin());
}

std::string GraphText(const NvecOptions& options, const Network& network,
                      const arch::Sizes& sizes) {
  const Layer& layer = network.layers[options.graph_layer - 1];
  const OutputMap& output = layer.outputs[options.graph_map];
  return ToDot(BuildTaskGraph(
      ProgramShape::OneMap(Window::Of(layer, sizes), static_cast<int>(output.inputs.size()))));
}

// The report, and which passes and vectors it is of.
CompiledFile FileOf(const CompilerPasses& passes, const CompileResult& result,
                    const NetworkFigures& figures) {
  CompiledFile file;
  file.preset = passes.name;
  file.passes = PassesResult(passes);
  file.vectors = kVectorsNames[static_cast<size_t>(result.binary.vectors)];
  file.network = figures.network;
  file.arch = figures.machine;
  file.cores = figures.cores;
  for (const LayerReport& layer : result.layers) file.bound_cycles += layer.bound_on_cores.cycles;
  static_cast<LayersOfCompile&>(file) = CompiledLayers(figures);
  return file;
}

void AddPlan(const PlannedNetwork& planned, CompiledFile& file) {
  if (planned.frame_cycles == 0) return;
  for (size_t i = 0; i < planned.layers.size(); ++i) file.layers[i].plan = planned.layers[i];
  if (!planned.bands.empty()) file.total.bands = planned.bands;
  if (!planned.pareto.empty()) file.pareto = planned.pareto;
  file.total.frame_cycles = planned.frame_cycles;
  file.total.first_strip_cycles = planned.first_strip_cycles;
}

// Cycles by feed: the table's text; the parts are added to the report.
std::string Predict(const Binary& binary, const transfer::TransferOptions& options,
                    CompiledFile& file) {
  const std::vector<transfer::LayerPrediction> layers = PredictTransfers(binary, options);
  file.predicted = PredictionOf(layers, CoresOf(binary.steps).size(), options);
  return "\n" + PredictionTable(layers, options);
}

}  // namespace

void CheckGraph(const NvecOptions& options, const Network& network) {
  const auto layers = static_cast<int>(network.layers.size());
  if (options.graph_layer > layers) {
    throw InputError(SourceLocation{options.network, 0, ""},
                     fmt::format("--graph-layer: found {}, allowed: 1 to {}, the network's layers",
                                 options.graph_layer, layers));
  }
  const Layer& layer = network.layers[options.graph_layer - 1];
  const auto maps = static_cast<int>(layer.outputs.size());
  if (options.graph_map >= maps) {
    throw InputError(SourceLocation{options.network, 0, ""},
                     fmt::format("--graph-map: found {}, allowed: 0 to {}, the output maps of {}",
                                 options.graph_map, maps - 1, layer.name));
  }
}

void WriteAndPrint(const NvecOptions& options, const CompilerPasses& passes,
                   const transfer::TransferOptions& transfer_options, const Network& network,
                   const Weights& weights, const PlannedNetwork& planned) {
  const CompileResult& result = planned.result;
  const size_t drawn = ProgramToDraw(options, result.binary);
  if (!options.output.empty()) WriteBinary(options.output, result.binary);
  if (!options.save_network.empty()) WriteNetworkXml(options.save_network, network);
  if (!options.save_weights.empty()) WriteWeights(options.save_weights, network, weights);
  if (!options.schedule.empty()) WriteFileAtomically(options.schedule, ScheduleText(result));
  if (!options.graph.empty())
    WriteFileAtomically(options.graph, GraphText(options, network, result.binary.machine.sizes));
  if (!options.schedule_svg.empty()) {
    WriteFileAtomically(options.schedule_svg, ScheduleSvg(result.binary.programs[drawn],
                                                          result.schedules[drawn].schedule));
  }
  if (!options.pareto.empty()) WriteFileAtomically(options.pareto, ParetoSvg(planned.pareto));
  const NetworkFigures figures = FiguresOf(result, passes.name + OverridesText(passes));
  CompiledFile file = FileOf(passes, result, figures);
  AddPlan(planned, file);
  const std::string predicted =
      options.predict.predict ? Predict(result.binary, transfer_options, file) : "";
  if (!options.json.empty())
    WriteJson(options.json, ResultJson(WithCommand(file, options.command)));
  if (!options.report) {
    PrintTable(result);
  } else {
    Print("{}", ReportText(figures));
    if (options.report_programs) Print("\n{}", ProgramsText(figures));
  }
  if (!planned.text.empty()) Print("\n{}", planned.text);
  Print("{}", predicted);
}

void WriteLadder(const NvecOptions& options, const Network& network, const Weights& weights,
                 const CompileOptions& compile_options) {
  const PresetLadder ladder = CompileLadder(network, weights, compile_options);
  for (const auto& [preset, reason] : ladder.refused) {
    Message("note: preset {} is left out: {}\n", preset, reason);
  }
  WriteFileAtomically(options.ladder + "/ladder.csv", LadderCsv(ladder));
  WriteJson(options.ladder + "/ladder.json",
            ResultJson(WithCommand(LadderResult(ladder), options.command)));
  WriteFileAtomically(options.ladder + "/utilisation.svg", UtilisationSvg(ladder));
  WriteFileAtomically(options.ladder + "/transfer.svg", TransferSvg(ladder));
  for (const NetworkFigures& figures : ladder.presets) {
    Print("{}", ReportText(figures));
  }
}

}  // namespace nve
