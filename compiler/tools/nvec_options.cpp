// SPDX-License-Identifier: Apache-2.0
// The command line of nvec: see nvec_options.hpp.
#include "compiler/tools/nvec_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "arch/machine_option.hpp"
#include "base/cli/number_options.hpp"
#include "base/cli/word_options.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/files/paths.hpp"
#include "planner/best/plan_options.hpp"
#include "planner/best/plan_space.hpp"
#include "program/board.hpp"

namespace nve {
namespace {

constexpr int kMaxNumber = std::numeric_limits<int>::max();

std::vector<GivenPath> LadderFiles(const std::string& folder) {
  if (folder.empty()) return {};
  std::vector<GivenPath> files;
  for (const char* name : {"ladder.csv", "ladder.json", "utilisation.svg", "transfer.svg"}) {
    files.push_back({"--ladder", folder + "/" + name});
  }
  return files;
}

}  // namespace

std::vector<Feed> FeedsOf(const NvecOptions& options) {
  if (!options.feed.empty()) return planner::ParseFeeds(options.feed);
  return {options.plan.empty() ? Feed::kContiguous : Feed::kMover};
}

void TakeModel(const ModelFile& model, NvecOptions& options) {
  if (options.network.empty()) options.network = model.network;
  if (options.weights.empty()) options.weights = model.weights;
}

void DeclareNvec(CLI::App& app, NvecOptions& options) {
  app.description("Compiles a ConvNet descriptor for an NVE.");
  AddPath(app, "network", options.network,
          "network descriptor (XML); with --read-out that of the model without this");
  arch::AddMachine(app, options.machine);
  auto* weights =
      AddPath(app, "--weights", options.weights, "weights, biases, shifts, tables (.npz)");
  auto* seed = app.add_option("--seed", options.seed, "make weights from this seed")
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
  auto* fit =
      AddPath(app, "--fit", options.fit,
              "make every map as large as this picture allows: HEIGHTxWIDTH or a picture file");
  auto* input = DeclareInput(app, options.read_out);
  auto* read_out = AddPath(app, "--read-out", options.read_out.model,
                           "model.json of a trained network: as --fit, for the picture that the "
                           "pictures of --input are put together to, with the model's "
                           "network and weights (docs/readout.md)");
  read_out->needs(input)->excludes(fit)->excludes(seed);
  input->needs(read_out);
  auto* saved_network =
      AddResult(app, "--save-network", options.save_network,
                "write the network as it is compiled, with --fit the fitted one (XML)");
  app.add_option("--pictures", options.pictures,
                 "pictures that one run computes, program by program, so that each program is "
                 "loaded once; their maps follow each other in the input and in the output")
      ->transform(Count(1, kMaxPictures));
  app.add_option(
      "--feed", options.feed,
      "feed of the steps: contiguous (pixels in order already), reordered (the "
      "processor "
      "puts them in order), column (one descriptor per pixel column), mover (one per strip); "
      "contiguous without this, mover with --plan, which takes for each layer the best of a list");
  DeclarePasses(app, options.passes);
  app.add_option("--vectors", options.vectors,
                 "which way the vectors lie in the picture: vertical (as in the thesis), "
                 "horizontal (the network is compiled transposed), or auto (what takes fewer "
                 "cycles)")
      ->check(OneOf({"vertical", "horizontal", "auto"}));
  auto* cores = app.add_option("--cores", options.cores,
                               fmt::format("cores that share every layer, 1 to {}: each executes "
                                           "steps of its own (docs/cores.md)",
                                           Board::kMaxTiles))
                    ->transform(Count(1, Board::kMaxTiles));
  auto* partition = app.add_option(
      "--partition", options.partition,
      "what the cores share: ks (the programs of a layer, longest first), ofm (its strips), AxB "
      "(A groups of programs, B ranges of strips, A x B cores), or auto (for each layer what "
      "takes the fewest cycles)");
  auto* layout = app.add_option(
      "--layout", options.layout,
      "how the maps between layers lie in memory: planes (a block for each), columns (side by side "
      "in each column), strips (side by side in each strip of a column, for layers of 1x1), runs "
      "(strip by strip, for layers of 1x1 and the last layer's maps), or auto "
      "(strips where they can be); for all, and LAYER=LAYOUT,... by the layer that writes them, "
      "input "
      "for the picture; planes without this");
  auto* pipeline = app.add_option("--pipeline", options.pipeline,
                                  "pipelined layers: strips of the last layer, band after band, as "
                                  "1,2,4, the last number again "
                                  "until the end; all layers of a band come before the next band "
                                  "(docs/planner.md, section 14); "
                                  "off: layer after layer");
  auto* plan =
      app.add_option(
             "--plan", options.plan,
             "best: for each layer the programs, the partition and the layout of its maps "
             "are those of the fewest cycles on all cores, summed over layers, by prediction "
             "(docs/planner.md, section 13)")
          ->check(OneOf({"best"}));
  app.add_option("--gap", options.gap,
                 "with --plan: end with a plan at most so far above the bound, as 0.2%")
      ->needs(plan);
  app.add_flag("--explain", options.explain,
               "with --plan: print what the plan loses, and what others would have taken")
      ->needs(plan);
  app.add_option("--objective", options.objective,
                 "with --plan: what is to be least: cycles of the frame, bytes moved, or latency, "
                 "the cycles until the first strip of the output is in memory, by pipelined layers")
      ->check(OneOf({planner::kObjectiveNames.begin(), planner::kObjectiveNames.end()}))
      ->needs(plan);
  app.add_option(
         "--loss", options.loss,
         "with --objective latency: how much longer a frame may take for it; 2% without this")
      ->needs(plan);
  app.add_option("--fps", options.fps,
                 "with --plan: the least cores, of --cores at most, whose plan reaches so many "
                 "frames per second")
      ->check(Decimal(0.001, 1e6))
      ->needs(plan);
  auto* pareto = AddResult(app, "--pareto", options.pareto,
                           "with --plan: plans on 1, 2, 4 ... --cores cores, drawn (SVG): cycles "
                           "and bytes over cores");
  pareto->needs(plan);
  AddPath(app, "--plan-cache", options.plan_cache,
          "with --plan: folder of costs predicted before; off: none; the user's cache without this")
      ->needs(plan);
  auto* predict = DeclarePredict(app, options.predict);
  auto* ladder = AddPath(app, "--ladder", options.ladder,
                         "compile with every preset and write what comes out to this folder: "
                         "ladder.csv, ladder.json, utilisation.svg, transfer.svg");
  for (CLI::Option* other : {output, json, report, schedule, schedule_svg, graph, save,
                             saved_network, cores, partition, layout, pipeline, plan, predict}) {
    ladder->excludes(other);
  }
  for (const std::string& name : PresetOptionNames()) ladder->excludes(app.get_option(name));
}

void CheckFileNames(const NvecOptions& options, const std::optional<ReadOut>& read_out) {
  if (options.network.empty()) {
    throw InputError("network: found none, allowed: a network descriptor (XML), or --read-out");
  }
  std::vector<GivenPath> outputs = LadderFiles(options.ladder);
  const std::vector<GivenPath> files = {
      {"--output", options.output},     {"--json", options.json},
      {"--schedule", options.schedule}, {"--schedule-svg", options.schedule_svg},
      {"--graph", options.graph},       {"--save-weights", options.save_weights},
      {"--pareto", options.pareto},     {"--save-network", options.save_network}};
  outputs.insert(outputs.end(), files.begin(), files.end());
  const bool any = std::any_of(outputs.begin(), outputs.end(),
                               [](const GivenPath& output) { return !output.path.empty(); });
  const auto platform = GivenOf(options.predict.platform);
  if (!platform.empty() && !options.predict.predict && options.plan.empty()) {
    throw InputError(fmt::format("{}: found no --predict or --plan, allowed: with one of them",
                                 platform.front().first));
  }
  if (!any && !options.report && !options.predict.predict) {
    throw InputError(
        "nothing to do: no file to write, allowed: --output FILE (the binary), --report, "
        "--predict, --ladder DIR or another file of --help");
  }
  std::vector<GivenPath> inputs = {{"the network", options.network},
                                   {"--machine", arch::DescriptionOf(options.machine)},
                                   {"--weights", options.weights},
                                   {"--fit", options.fit},
                                   {"--memory", MemoryFileOf(options.predict.platform.memory)}};
  for (GivenPath& input : ReadOutInputs(options.read_out, read_out)) {
    inputs.push_back(std::move(input));
  }
  CheckPaths(inputs, outputs);
}

}  // namespace nve
