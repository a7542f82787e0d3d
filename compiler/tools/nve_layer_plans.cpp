// SPDX-License-Identifier: Apache-2.0
// nve-layer-plans: plans of one layer as binaries, with what is predicted of them. make regret runs
// them on the RTL.
#include <fmt/format.h>

#include <algorithm>

#include "base/cli/number_options.hpp"
#include "base/files/paths.hpp"
#include "base/json/json_file.hpp"
#include "base/text/shell_word.hpp"
#include "compiler/tools/predict_options.hpp"
#include "convnet/network_xml.hpp"
#include "convnet/resize_network.hpp"
#include "planner/best/plan_options.hpp"
#include "planner/best/plan_result.hpp"
#include "planner/best/plan_sample.hpp"
#include "report/result/layer_plans_file.hpp"
#include "report/result/result_json.hpp"

namespace nve {
namespace {

struct Options {
  std::string command, network, layer, output, feed = "mover", plan_cache = "off";
  std::string fit;
  uint64_t seed = 1, cores = 1, best = 10, drawn = 20, draw_seed = 1;
  PlatformArguments platform;
};

void Declare(CLI::App& app, Options& o) {
  app.description(
      "Writes plans of one layer of a network as binaries, the best predicted and some drawn.");
  AddPath(app, "network", o.network, "network descriptor (XML)")->required();
  app.add_option("--layer", o.layer, "name of the layer, as L2")->required();
  AddPath(app, "-o,--output", o.output, "folder for plans.json, network.xml and the binaries")
      ->required();
  app.add_option("--fit", o.fit, "make every map as large as a picture of HEIGHTxWIDTH allows");
  app.add_option("--seed", o.seed, "make weights from this seed")->transform(Count(0));
  app.add_option("--cores", o.cores, "cores")->transform(Count(1, Board::kMaxTiles));
  app.add_option("--feed", o.feed, "feed, or several, of which a plan has one: mover,column");
  app.add_option("--best", o.best, "so many of the best predicted")->transform(Count(1, 1000));
  app.add_option("--drawn", o.drawn, "so many others")->transform(Count(0, 1000));
  app.add_option("--draw-seed", o.draw_seed, "seed of the draw")->transform(Count(0));
  AddPath(app, "--plan-cache", o.plan_cache, "folder of costs predicted before; off: none");
  DeclarePlatform(app, o.platform);
}

size_t LayerOf(const Options& o, const Network& network) {
  const auto found = std::ranges::find(network.layers, o.layer, &Layer::name);
  if (found != network.layers.end()) return static_cast<size_t>(found - network.layers.begin());
  throw InputError(
      fmt::format("--layer: found '{}', allowed: L1 to L{}", o.layer, network.layers.size()));
}

Network NetworkOf(const Options& o) {
  Network network = LoadNetwork(o.network);
  if (o.fit.empty()) return network;
  Diagnostics problems;
  Network fitted = ResizeNetwork(network, ReadPictureSize(o.fit), problems);
  problems.ThrowIfErrors();
  return fitted;
}

// Cycles of the mean core that a model of the memory alone does not have.
int64_t OutsideMemory(const transfer::FeedPrediction& prediction, uint64_t cores) {
  const transfer::TransferTerms& terms = prediction.terms;
  return (terms.host + terms.copy + terms.ramp + terms.descriptors + terms.drain) /
         static_cast<int64_t>(cores);
}

PlanOfLayer ResultOf(const planner::PlanSpace& space, const planner::SampledPlan& sampled,
                     const Binary& binary, const std::string& file, uint64_t cores) {
  const planner::EvaluatedCandidate& one = sampled.plan;
  const planner::Rooflines roofs = planner::RooflinesOf(binary, one.candidate, one.cost.prediction);
  return {file,
          ToText(one.candidate.partition),
          ToString(one.candidate.feed),
          ToString(one.input.layout),
          ToString(one.output.layout),
          one.candidate.rows == arch::kActLanes,
          space.PassesOf(one.candidate).max_maps_per_program,
          sampled.drawn,
          one.cost.cycles,
          roofs.volume,
          roofs.bursts,
          one.cost.cycles - OutsideMemory(one.cost.prediction, cores)};
}

int Run(const Options& o) {
  CheckPaths({{"the network", o.network}}, {{"--output", o.output + "/plans.json"}});
  PredictOptions predict;
  predict.platform = o.platform;
  const transfer::TransferOptions transfer = TransferOptionsOf(predict, o.cores);
  const Network network = NetworkOf(o);
  const size_t layer = LayerOf(o, network);
  CompileOptions compile;
  compile.vectors = Vectors::kHorizontal;
  compile.cores = static_cast<int>(o.cores);
  planner::PlanCache cache(planner::CacheFolderOf(o.plan_cache));
  const planner::PlanSpace space(network, SeededWeights(network, o.seed), compile,
                                 planner::ParseFeeds(o.feed), transfer, cache);
  const planner::PlanSample sample = planner::SampleOf(space, layer, o.best, o.drawn, o.draw_seed);
  LayerPlansFile file;
  file.network = network.name;
  file.layer = o.layer;
  file.memory = transfer.memory.model;
  file.cores = compile.cores;
  file.space = sample.space;
  for (const planner::SampledPlan& sampled : sample.plans) {
    Binary binary =
        space.Laid(layer, sampled.plan.input, sampled.plan.candidate, sampled.plan.output);
    binary.seed = static_cast<int64_t>(o.seed);
    const std::string name = fmt::format("{:02}.nve", file.plans.size());
    WriteBinary(o.output + "/" + name, binary);
    file.plans.push_back(ResultOf(space, sampled, binary, name, o.cores));
  }
  WriteNetworkXml(o.output + "/network.xml", network);
  WriteJson(o.output + "/plans.json", ResultJson(WithCommand(file, o.command)));
  return kExitOk;
}

}  // namespace
}  // namespace nve

int main(int argc, char** argv) {
  nve::Options options;
  options.command = nve::ShellLine(argc, argv);
  return nve::RunTool(
      argc, argv, [&](CLI::App& app) { nve::Declare(app, options); },
      [&] { return nve::Run(options); });
}
