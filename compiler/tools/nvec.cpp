// nvec: the code generator. Network descriptor and weights in, binary out.
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <limits>

#include "compiler/compile.hpp"
#include "compiler/frontend/network_xml.hpp"
#include "compiler/support/files.hpp"
#include "compiler/support/json_file.hpp"
#include "compiler/support/tool_main.hpp"

namespace nve {
namespace {

struct Options {
  std::string network;
  std::string weights;
  uint64_t seed = 1;
  std::string output;
  std::string json;
  std::string schedule;
  std::string graph;
  std::string save_weights;
  std::string feed = "gathered";
  int level = 0;
};

void Declare(CLI::App& app, Options& options) {
  app.description("Compiles a ConvNet descriptor for the NVE architecture '" +
                  std::string(arch::kName) + "'.");
  app.add_option("network", options.network, "network descriptor (XML)")->required();
  auto* weights =
      app.add_option("--weights", options.weights, "weights, biases, shifts, tables (.npz)");
  app.add_option("--seed", options.seed, "make weights from this seed")
      ->check(CLI::Range(int64_t{0}, std::numeric_limits<int64_t>::max()))
      ->excludes(weights);
  app.add_option("-o,--output", options.output, "binary to write (.nve)")->required();
  app.add_option("--json", options.json, "write the report of all layers to this file");
  app.add_option("--schedule", options.schedule, "write every program's schedule as a table");
  app.add_option("--graph", options.graph,
                 "write the task graph of the first output map (Graphviz)");
  app.add_option("--save-weights", options.save_weights, "write the weights used (.npz)");
  app.add_option(
         "--feed", options.feed,
         "how the host moves pixels: 'gathered' in long blocks, 'pieces' with one descriptor per "
         "pixel column")
      ->check(CLI::IsMember({"gathered", "pieces"}));
  app.add_option("-O,--optimize", options.level,
                 "optimisation level: 0 = the plain algorithm of thesis chapter 4")
      ->check(CLI::Range(0, 0));
}

nlohmann::ordered_json ToJson(const LayerReport& layer) {
  return {{"name", layer.name},
          {"ii", layer.ii},
          {"outputs_per_iteration", layer.outputs_per_iteration},
          {"bound", layer.bound},
          {"mac_per_instr", layer.mac_per_instr},
          {"data_words_per_strip", layer.data_words_per_strip},
          {"code_words", layer.code_words},
          {"programs", layer.programs},
          {"loads", layer.loads}};
}

void PrintTable(const CompileResult& result) {
  fmt::print("{:8} {:>6} {:>6} {:>10} {:>12} {:>8} {:>9} {:>6}\n", "layer", "ii", "bound",
             "MAC/instr", "words/strip", "code", "programs", "loads");
  for (const LayerReport& layer : result.layers) {
    fmt::print("{:8} {:>6} {:>6} {:>10.2f} {:>12} {:>8} {:>9} {:>6}\n", layer.name, layer.ii,
               layer.bound, layer.mac_per_instr, layer.data_words_per_strip, layer.code_words,
               layer.programs, layer.loads);
  }
}

std::string ScheduleText(const CompileResult& result) {
  std::string text;
  for (size_t p = 0; p < result.schedules.size(); ++p) {
    const Schedule& schedule = result.schedules[p];
    text += fmt::format("{}: {} initial writes, repeated part of {} cycles\n{}\n",
                        result.binary.programs[p].name, schedule.initial.size(), schedule.length,
                        ToText(schedule));
  }
  return text;
}

int Run(const Options& options) {
  const Network network = LoadNetwork(options.network);
  const Weights weights = options.weights.empty() ? SeededWeights(network, options.seed)
                                                  : LoadWeights(options.weights, network);
  if (options.weights.empty()) {
    fmt::print(stderr, "note: no --weights, made-up weights of seed {}\n", options.seed);
  }
  const CompileOptions compile_options{options.feed == "pieces" ? Feed::kPieces : Feed::kGathered};
  const CompileResult result = Compile(network, weights, compile_options);
  WriteBinary(options.output, result.binary);
  if (!options.save_weights.empty()) WriteWeights(options.save_weights, network, weights);
  if (!options.schedule.empty()) WriteFileAtomically(options.schedule, ScheduleText(result));
  if (!options.graph.empty()) {
    const Layer& layer = network.layers.front();
    const int inputs = static_cast<int>(layer.outputs.front().inputs.size());
    WriteFileAtomically(options.graph, ToDot(BuildTaskGraph(Window::Of(layer), inputs)));
  }
  if (!options.json.empty()) {
    nlohmann::ordered_json json = {{"network", network.name}, {"arch", arch::kName}};
    json["layers"] = nlohmann::ordered_json::array();
    for (const LayerReport& layer : result.layers) json["layers"].push_back(ToJson(layer));
    WriteJson(options.json, json);
  }
  PrintTable(result);
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
