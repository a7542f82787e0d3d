// SPDX-License-Identifier: Apache-2.0
// Options of nve-plan: see plan_options.hpp.
#include "planner/tools/plan_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "arch/build_machine.hpp"
#include "arch/machine_option.hpp"
#include "base/cli/number_options.hpp"
#include "base/cli/tool_main.hpp"
#include "base/cli/word_options.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/files/paths.hpp"
#include "planner/mapping/hardware.hpp"
#include "planner/shapes/known_networks.hpp"
#include "planner/target/code_template.hpp"
#include "planner/tools/option_company.hpp"
#include "planner/tso/npu.hpp"
#include "program/board.hpp"

namespace nve::planner {
namespace {

// A file that protects itself; a name that is there needs no protection.
std::string FileOf(const std::string& name_or_path, const std::vector<std::string>& names) {
  return std::ranges::find(names, name_or_path) == names.end() ? name_or_path : "";
}

std::vector<std::string> Machines() {
  std::vector<std::string> machines = HardwareNames();
  machines.push_back(arch::BuildMachine().name);
  for (const std::string& npu : tso::NpuNames()) machines.push_back(npu);
  return machines;
}

void AddLayer(CLI::App& app, const std::string& name, std::string& layer,
              const std::string& description) {
  app.add_option(name, layer, description)->check([](const std::string& text) -> std::string {
    return text.empty() ? "found an empty name, allowed: the name of a layer" : "";
  });
}

// The command line's options, flags included, as "--name".
std::vector<std::string> GivenOptions(const CLI::App& app) {
  std::vector<std::string> given;
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() > 0 && !option->get_positional()) given.push_back(option->get_name());
  }
  return given;
}

}  // namespace

std::string HardwareOf(const PlanOptions& options) {
  if (!options.hardware.empty()) return options.hardware;
  return options.tso ? "nmp" : "setup_a";
}

bool IsForNve(const PlanOptions& options) {
  return !options.machine.empty() || options.hardware == arch::BuildMachine().name;
}

bool IsBinary(const std::string& path) { return path.ends_with(".nve"); }

bool IsPlan(const std::string& path) { return path.ends_with(".ir"); }

void DeclarePlan(CLI::App& app, PlanOptions& options) {
  app.description(
      "Plans how the layers of a network are tiled for a machine, and says what that moves.");
  AddPath(app, "network", options.network,
          fmt::format("a CSV file of layer shapes, a network descriptor (.xml), a plan of one "
                      "layer (.ir), a binary (.nve), whose steps are planned, or one of {}",
                      fmt::join(NetworkNames(), ", ")));
  auto* hardware = AddPath(
      app, "--hardware", options.hardware,
      fmt::format("a JSON file, or one of {} (default setup_a); {} is an NVE, "
                  "for which the compiler says what fits, others: --machine; with --tso a JSON "
                  "file, or one of {}",
                  fmt::join(HardwareNames(), ", "), arch::BuildMachine().name,
                  fmt::join(tso::NpuNames(), ", ")));
  arch::AddMachine(app, options.machine)->excludes(hardware);
  app.add_option("--convention", options.convention,
                 "padded: zeros around a map count as words; stored: only words that exist")
      ->check(OneOf({"padded", "stored"}));
  app.add_option("--measure", options.measure,
                 "what the search makes small: words executed (halo counted), words by equations "
                 "6.1 to 6.5, words if tiles are kept; or metric 6.13, made large")
      ->check(OneOf({"executed", "equations", "kept", "metric"}));
  app.add_option("--tiles", options.tiles,
                 "sizes of tiles: distinct ceil(N/c), all integers, or divisors only")
      ->check(OneOf({"distinct", "all", "divisors"}));
  app.add_flag("--whole-rows", options.whole_rows, "tiles have whole rows of outputs");
  AddLayer(app, "--layer", options.layer, "this layer only");
  app.add_flag(
      "--report", options.report,
      "print every layer's plan beside the three baselines and the bound; of a binary what "
      "it loses, and others");
  AddLayer(app, "--explain", options.explain,
           "print the plan of this layer, its alternatives and what each loses");
  AddResult(app, "--roofline", options.roofline,
            "draw the layers on the roofline, with --layer its whole search space (SVG)");
  AddResult(app, "--json", options.json, "write the result to this file");
  app.add_flag("--table", options.table,
               "plan the five networks of the e-PlaNNer thesis in its four set-ups");
  AddResult(app, "--ir", options.ir, "with --layer: write its plan, as the thesis's figure 7.1");
  app.add_flag("--execute", options.execute,
               "run plans on made-up data: words counted, results compared with a convolution "
               "without tiles");
  AddPath(app, "--target", options.target,
          fmt::format("make a program of the plan: a template, or one of {}",
                      fmt::join(TemplateNames(), ", ")));
  AddResult(app, "--code", options.code,
            "the program that --target makes; otherwise it is printed, and nothing else");
  app.add_option("--rank", options.rank,
                 "draw so many plans of each layer (3 to 1000), run them as C++ programs, and "
                 "correlate words "
                 "with seconds")
      ->check(Count(3, 1000));
  app.add_flag("--reload", options.reload,
               "plans that are written or run load a tile again that is still on chip");
  app.add_flag("--tso", options.tso,
               "plan by TSO: slices over cores, bursts of DRAM; without a network its five");
  app.add_option("--model", options.model,
                 "TSO's times with bursts (burst), or by bytes only (noburst)")
      ->check(OneOf({"burst", "noburst"}));
  app.add_option("--reading", options.reading,
                 "TSO's equations as printed, or consistent: read so that they agree with its text")
      ->check(OneOf({"printed", "consistent"}));
  AddPath(app, "--papers", options.papers,
          "write all tables and charts of the two papers, ours beside the printed ones, into "
          "this folder");
  app.add_option("--cores", options.cores,
                 fmt::format("of a binary: cores, 1 to {}", Board::kMaxTiles))
      ->transform(Count(1, Board::kMaxTiles));
  app.add_option(
      "--feed", options.feed,
      "of a binary: feed, or several, of which each layer has the best, as mover,column");
  app.add_option("--gap", options.gap,
                 "of a binary: end with a plan at most so far above the bound, as 0.2%");
  AddPath(
      app, "--plan-cache", options.plan_cache,
      "of a binary: folder of costs predicted before; off: none; the user's cache without this");
  AddPath(app, "-o,--output", options.output, "of a binary: the binary with the best steps");
  DeclarePlatform(app, options.platform);
  app.parse_complete_callback([&] { options.given = GivenOptions(app); });
}

void CheckPlan(const PlanOptions& options) {
  Diagnostics problems;
  for (const std::string& problem : CompanyProblems(options)) {
    problems.Error({"nve-plan", 0, ""}, problem);
  }
  problems.ThrowIfErrors();
  CheckPaths({{"the network", FileOf(options.network, NetworkNames())},
              {"--hardware", FileOf(options.hardware, Machines())},
              {"--machine", arch::DescriptionOf(options.machine)},
              {"--target", FileOf(options.target, TemplateNames())}},
             {{"--roofline", options.roofline},
              {"--json", options.json},
              {"--ir", options.ir},
              {"--output", options.output},
              {"--code", options.code}});
}

SearchOptions SearchOptionsOf(const PlanOptions& options) {
  SearchOptions search;
  search.convention = options.convention == "padded" ? Convention::kPadded : Convention::kStored;
  search.measure = options.measure == "equations" ? Measure::kEquations
                   : options.measure == "kept"    ? Measure::kKept
                   : options.measure == "metric"  ? Measure::kMetric
                                                  : Measure::kExecuted;
  search.tiles = options.tiles == "all"        ? TileSet::kAll
                 : options.tiles == "divisors" ? TileSet::kDivisors
                                               : TileSet::kDistinct;
  search.tile_columns = !options.whole_rows;
  return search;
}

}  // namespace nve::planner
