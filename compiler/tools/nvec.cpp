// SPDX-License-Identifier: Apache-2.0
// nvec: the code generator. Network descriptor and weights in, binary out.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <limits>
#include <optional>

#include "arch/find_machine.hpp"
#include "arch/machine_option.hpp"
#include "base/cli/number_options.hpp"
#include "base/cli/tool_main.hpp"
#include "base/cli/word_options.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "compiler/compile.hpp"
#include "compiler/report/compiled_layers.hpp"
#include "compiler/report/preset_ladder.hpp"
#include "compiler/report/report_text.hpp"
#include "compiler/report/schedule_svg.hpp"
#include "compiler/tools/pass_options.hpp"
#include "compiler/tools/predict_options.hpp"
#include "convnet/network_xml.hpp"
#include "convnet/resize_network.hpp"
#include "model/transfer/predict_report.hpp"
#include "program/host_memory.hpp"
#include "program/predicted_cycles.hpp"
#include "report/result/result_json.hpp"
#include "report/row_table.hpp"

namespace nve {
namespace {

constexpr int kMaxNumber = std::numeric_limits<int>::max();

struct Options {
  std::string network;
  std::string machine;
  std::string weights;
  uint64_t seed = 1;
  std::string output;
  std::string json;
  bool report = false;
  bool report_programs = false;
  std::string ladder;
  std::string schedule;
  std::string schedule_svg;
  std::string schedule_program;
  std::string graph;
  int graph_layer = 1;
  int graph_map = 0;
  std::string save_weights;
  std::string fit;
  std::string save_network;
  std::string feed = ToString(CompileOptions{}.feed);
  std::string vectors = "vertical";
  PassOptions passes;
  PredictOptions predict;
};

void Declare(CLI::App& app, Options& options) {
  app.description("Compiles a ConvNet descriptor for an NVE.");
  AddPath(app, "network", options.network, "network descriptor (XML)")->required();
  arch::AddMachine(app, options.machine);
  auto* weights =
      AddPath(app, "--weights", options.weights, "weights, biases, shifts, tables (.npz)");
  app.add_option("--seed", options.seed, "make weights from this seed")
      ->transform(Count(0))
      ->excludes(weights);
  auto* output = AddPath(app, "-o,--output", options.output, "binary to write (.nve)");
  auto* json =
      AddResult(app, "--json", options.json, "write the report of all layers to this file");
  auto* report = app.add_flag("--report", options.report,
                              "print the report: ours beside the published figures, and how far "
                              "from the proved bounds");
  app.add_flag("--report-programs", options.report_programs,
               "with --report: the bounds of every program too")
      ->needs(report);
  auto* schedule =
      AddResult(app, "--schedule", options.schedule, "write every program's schedule as a table");
  auto* schedule_svg = AddResult(app, "--schedule-svg", options.schedule_svg,
                                 "draw the schedule of a program (SVG), by default the first");
  app.add_option("--schedule-program", options.schedule_program,
                 "program of --schedule-svg by name, such as L2.p0")
      ->needs(schedule_svg);
  auto* graph = AddResult(app, "--graph", options.graph,
                          "write the task graph of an output map (Graphviz), by default the first "
                          "map of the first layer");
  app.add_option("--graph-layer", options.graph_layer, "layer of --graph: N of its name LN, from 1")
      ->transform(Count(1, kMaxNumber))
      ->needs(graph);
  app.add_option("--graph-map", options.graph_map, "output map of --graph, from 0")
      ->transform(Count(0, kMaxNumber))
      ->needs(graph);
  auto* save =
      AddPath(app, "--save-weights", options.save_weights, "write the weights used (.npz)");
  AddPath(app, "--fit", options.fit,
          "make every map as large as this picture allows: HEIGHTxWIDTH or a picture file");
  auto* saved_network =
      AddResult(app, "--save-network", options.save_network,
                "write the network as it is compiled, with --fit the fitted one (XML)");
  app.add_option(
         "--feed", options.feed,
         "feed of the steps: contiguous (pixels in order already), reordered (the "
         "processor "
         "puts them in order), column (one descriptor per pixel column), mover (one per strip)")
      ->check(OneOf(FeedNames()));
  DeclarePasses(app, options.passes);
  app.add_option("--vectors", options.vectors,
                 "which way the vectors lie in the picture: vertical (as in the thesis), "
                 "horizontal (the network is compiled transposed), or auto (what takes fewer "
                 "cycles)")
      ->check(OneOf({"vertical", "horizontal", "auto"}));
  auto* predict = DeclarePredict(app, options.predict);
  auto* ladder = AddPath(app, "--ladder", options.ladder,
                         "compile with every preset and write what comes out to this folder: "
                         "ladder.csv, ladder.json, utilisation.svg, transfer.svg");
  for (CLI::Option* other :
       {output, json, report, schedule, schedule_svg, graph, save, saved_network, predict}) {
    ladder->excludes(other);
  }
  for (const std::string& name : PresetOptionNames()) ladder->excludes(app.get_option(name));
}

void PrintTable(const CompileResult& result) {
  const RowTable table({{"layer", -8},
                        {"ii", 6},
                        {"bound", 6},
                        {"MAC/instr", 10},
                        {"words/strip", 12},
                        {"code", 8},
                        {"programs", 9},
                        {"loads", 6}});
  Print("{}", table.Head());
  for (const LayerReport& layer : result.layers) {
    Print("{}",
          table.Row(layer.name, layer.ii, layer.bound, layer.mac_per_instr,
                    layer.data_words_per_strip, layer.code_words, layer.programs, layer.loads));
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

/// The program that --schedule-svg draws.
size_t ProgramToDraw(const Options& options, const Binary& binary) {
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

std::vector<GivenPath> LadderFiles(const std::string& folder) {
  if (folder.empty()) return {};
  std::vector<GivenPath> files;
  for (const char* name : {"ladder.csv", "ladder.json", "utilisation.svg", "transfer.svg"}) {
    files.push_back({"--ladder", folder + "/" + name});
  }
  return files;
}

void CheckFileNames(const Options& options) {
  std::vector<GivenPath> outputs = LadderFiles(options.ladder);
  const std::vector<GivenPath> files = {{"--output", options.output},
                                        {"--json", options.json},
                                        {"--schedule", options.schedule},
                                        {"--schedule-svg", options.schedule_svg},
                                        {"--graph", options.graph},
                                        {"--save-weights", options.save_weights},
                                        {"--save-network", options.save_network}};
  outputs.insert(outputs.end(), files.begin(), files.end());
  const bool any = std::any_of(outputs.begin(), outputs.end(),
                               [](const GivenPath& output) { return !output.path.empty(); });
  if (!any && !options.report && !options.predict.predict) {
    throw InputError(
        "nothing to do: no file to write, allowed: --output FILE (the binary), --report, "
        "--predict, --ladder DIR or another file of --help");
  }
  CheckPaths({{"the network", options.network},
              {"--machine", arch::DescriptionOf(options.machine)},
              {"--weights", options.weights},
              {"--fit", options.fit},
              {"--memory", MemoryFileOf(options.predict.platform.memory)}},
             outputs);
}

// The layer and map that --graph asks for must be there.
void CheckGraph(const Options& options, const Network& network) {
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

std::string GraphText(const Options& options, const Network& network, const arch::Sizes& sizes) {
  const Layer& layer = network.layers[options.graph_layer - 1];
  const OutputMap& output = layer.outputs[options.graph_map];
  return ToDot(BuildTaskGraph(
      ProgramShape::OneMap(Window::Of(layer, sizes), static_cast<int>(output.inputs.size()))));
}

int RunLadder(const Options& options, const Network& network, const Weights& weights,
              const CompileOptions& compile_options) {
  const PresetLadder ladder = CompileLadder(network, weights, compile_options);
  for (const auto& [preset, reason] : ladder.refused) {
    Message("note: preset {} is left out: {}\n", preset, reason);
  }
  WriteFileAtomically(options.ladder + "/ladder.csv", LadderCsv(ladder));
  WriteJson(options.ladder + "/ladder.json", ResultJson(LadderResult(ladder)));
  WriteFileAtomically(options.ladder + "/utilisation.svg", UtilisationSvg(ladder));
  WriteFileAtomically(options.ladder + "/transfer.svg", TransferSvg(ladder));
  for (const NetworkFigures& figures : ladder.presets) {
    Print("{}", ReportText(figures));
  }
  return kExitOk;
}

Network LoadFittedNetwork(const Options& options) {
  Network network = LoadNetwork(options.network);
  if (options.fit.empty()) return network;
  Diagnostics problems;
  Network fitted = ResizeNetwork(network, ReadPictureSize(options.fit), problems);
  problems.ThrowIfErrors();
  return fitted;
}

/// Of both orientations the one with fewer cycles; one that does not fit leaves the other.
CompileResult CompileBest(const Network& network, const Weights& weights, CompileOptions options) {
  std::optional<CompileResult> best;
  std::exception_ptr refusal;
  for (const Vectors vectors : {Vectors::kVertical, Vectors::kHorizontal}) {
    options.vectors = vectors;
    try {
      CompileResult result = Compile(network, weights, options);
      if (!best || TotalPredictedCycles(result.binary) < TotalPredictedCycles(best->binary)) {
        best = std::move(result);
      }
    } catch (const InputError&) {
      if (refusal == nullptr) refusal = std::current_exception();
    }
  }
  if (!best) std::rethrow_exception(refusal);
  return std::move(*best);
}

/// The report, and which passes and vectors it is of.
CompiledFile FileOf(const CompilerPasses& passes, const CompileResult& result,
                    const NetworkFigures& figures) {
  CompiledFile file;
  file.preset = passes.name;
  file.passes = PassesResult(passes);
  file.vectors = kVectorsNames[static_cast<size_t>(result.binary.vectors)];
  file.network = figures.network;
  file.arch = figures.machine;
  static_cast<LayersOfCompile&>(file) = CompiledLayers(figures);
  return file;
}

void NoteKernelOnly(const CompileResult& result) {
  int kernel_only = 0;
  for (const LayerReport& layer : result.layers) kernel_only += layer.kernel_only;
  if (kernel_only == 0) return;
  Message(
      "note: --prologue explicit: {} of {} programs stay kernel-only, the instruction buffer "
      "has no room for their prologue and epilogue; --max-maps-per-program makes room\n",
      kernel_only, result.binary.programs.size());
}

void NoteWholeVectors(const CompileResult& result) {
  std::string names;
  for (const LayerReport& layer : result.layers) {
    if (layer.outputs_per_iteration < arch::kLanes) continue;
    names += (names.empty() ? "" : ", ") + layer.name;
  }
  if (names.empty()) return;
  Message(
      "note: --half-vectors always: whole vectors for {}: halves need kernels of "
      "height 1 and stride 1 along the vector\n",
      names);
}

/// Cycles by feed: the table's text; the parts are added to the report.
std::string Predict(const Binary& binary, const transfer::TransferOptions& options,
                    CompiledFile& file) {
  const std::vector<transfer::LayerPrediction> layers = PredictTransfers(binary, options);
  file.predicted = PredictionOf(layers, options);
  return "\n" + PredictionTable(layers, options);
}

int Run(const Options& options) {
  CheckFileNames(options);
  const CompilerPasses passes = ParsePasses(options.passes);
  const transfer::TransferOptions transfer_options = TransferOptionsOf(options.predict);
  const Network network = LoadFittedNetwork(options);
  CheckGraph(options, network);
  const Weights weights = options.weights.empty() ? SeededWeights(network, options.seed)
                                                  : LoadWeights(options.weights, network);
  if (options.weights.empty()) {
    Message("note: no --weights, made-up weights of seed {}\n", options.seed);
  }
  CompileOptions compile_options;
  compile_options.machine = arch::NamedMachine(options.machine);
  compile_options.passes = passes;
  compile_options.vectors =
      options.vectors == "horizontal" ? Vectors::kHorizontal : Vectors::kVertical;
  compile_options.feed = FeedOf(options.feed);
  if (!options.ladder.empty() && options.vectors == "auto") {
    throw InputError(
        "--ladder: its strips must be comparable, allowed: --vectors vertical or horizontal");
  }
  if (!options.ladder.empty()) return RunLadder(options, network, weights, compile_options);
  CompileResult result = options.vectors == "auto" ? CompileBest(network, weights, compile_options)
                                                   : Compile(network, weights, compile_options);
  if (options.weights.empty()) result.binary.seed = static_cast<int64_t>(options.seed);
  if (passes.explicit_prologue) NoteKernelOnly(result);
  if (passes.half_vectors == HalfVectors::kAlways) NoteWholeVectors(result);
  CheckHostMemory(result.binary, options.network, transfer_options.memory.board);
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
  const NetworkFigures figures = FiguresOf(result, passes.name + OverridesText(passes));
  CompiledFile file = FileOf(passes, result, figures);
  const std::string predicted =
      options.predict.predict ? Predict(result.binary, transfer_options, file) : "";
  if (!options.json.empty()) WriteJson(options.json, ResultJson(file));
  if (!options.report) {
    PrintTable(result);
    Print("{}", predicted);
    return kExitOk;
  }
  Print("{}", ReportText(figures));
  if (options.report_programs) Print("\n{}", ProgramsText(figures));
  Print("{}", predicted);
  return kExitOk;
}

}  // namespace
}  // namespace nve

int main(int argc, char** argv) {
  nve::Options options;
  return nve::RunTool(
      argc, argv, [&](CLI::App& app) { nve::Declare(app, options); },
      [&] { return nve::Run(options); });
}
