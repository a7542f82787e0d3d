// Options of nve-plan: see plan_options.hpp.
#include "planner/tools/plan_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/support/diagnostics.hpp"
#include "compiler/support/number_options.hpp"
#include "compiler/support/paths.hpp"
#include "compiler/support/tool_main.hpp"
#include "compiler/support/word_options.hpp"
#include "nve_arch.hpp"
#include "planner/mapping/hardware.hpp"
#include "planner/shapes/known_networks.hpp"
#include "planner/target/code_template.hpp"
#include "planner/tso/npu.hpp"

namespace nve::planner {
namespace {

// A file that protects itself; a name that is there needs no protection.
std::string FileOf(const std::string& name_or_path, const std::vector<std::string>& names) {
  return std::ranges::find(names, name_or_path) == names.end() ? name_or_path : "";
}

std::vector<std::string> Machines() {
  std::vector<std::string> machines = HardwareNames();
  machines.emplace_back(arch::kName);
  for (const std::string& npu : tso::NpuNames()) machines.push_back(npu);
  return machines;
}

// Options that say nothing beside others.
template <typename Refuse>
void CheckCompany(const PlanOptions& options, const Refuse& refuse) {
  const bool writes = options.execute || !options.ir.empty() || !options.target.empty();
  const bool plans = writes || options.rank > 0;
  const bool draws = !options.explain.empty() || !options.roofline.empty();
  if (options.hardware == arch::kName && (draws || plans)) {
    refuse(
        fmt::format("--hardware {}: found --explain, --roofline, --ir, --execute, --target or "
                    "--rank, allowed: --layer, --json",
                    arch::kName));
  }
  if (options.tso && (draws || plans || options.report)) {
    refuse(
        "--tso: found --report, --explain, --roofline, --ir, --execute, --target or --rank, "
        "allowed: --hardware, --layer, --model, --reading, --json");
  }
  if (IsPlan(options.network)) {
    if (!options.execute && options.target.empty()) {
      refuse(fmt::format("{}: found a plan, allowed: with --execute or --target", options.network));
    }
    if (draws || options.report || !options.ir.empty() || !options.layer.empty()) {
      refuse(
          fmt::format("{}: found a plan beside --report, --explain, --roofline, --ir or --layer, "
                      "allowed: --execute, --target, --json",
                      options.network));
    }
  } else if ((!options.ir.empty() || !options.target.empty()) && options.layer.empty()) {
    refuse("--ir, --target: found no --layer, allowed: the plan of one layer");
  }
  if (!options.code.empty() && options.target.empty()) {
    refuse("--code: found no --target, allowed: the program that --target makes");
  }
  if (!options.target.empty() && options.code.empty() && (draws || options.report)) {
    refuse(
        "--target: found --report, --explain or --roofline beside a program that is printed, "
        "allowed: with --code");
  }
  if (options.rank > 0 && (writes || draws || options.report || IsPlan(options.network))) {
    refuse(
        "--rank: found a plan, --report, --explain, --roofline, --ir, --execute or --target, "
        "allowed: a network, --layer, --hardware, --tiles, --whole-rows, --reload, --json");
  }
  if (options.reload && !plans)
    refuse("--reload: found no plan, allowed: with --ir, --execute, --target or --rank");
}

}  // namespace

std::string HardwareOf(const PlanOptions& options) {
  if (!options.hardware.empty()) return options.hardware;
  return options.tso ? "nmp" : "setup_a";
}

bool IsPlan(const std::string& path) { return path.ends_with(".ir"); }

void DeclarePlan(CLI::App& app, PlanOptions& options) {
  app.description(
      "Plans how the layers of a network are tiled for a machine, and says what that moves.");
  AddPath(app, "network", options.network,
          fmt::format("a CSV file of layer shapes, a network descriptor (.xml), a plan of one "
                      "layer (.ir), or one of {}",
                      fmt::join(NetworkNames(), ", ")));
  app.add_option(
      "--hardware", options.hardware,
      fmt::format("a JSON file, or one of {} (default setup_a); {} is the machine of this "
                  "build, for which the compiler says what fits; with --tso a JSON "
                  "file, or one of {}",
                  fmt::join(HardwareNames(), ", "), arch::kName, fmt::join(tso::NpuNames(), ", ")));
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
  app.add_option("--layer", options.layer, "this layer only");
  app.add_flag("--report", options.report,
               "print every layer's plan beside the three baselines and the bound");
  app.add_option("--explain", options.explain,
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
  app.add_option("--target", options.target,
                 fmt::format("make a program of the plan: a template, or one of {}",
                             fmt::join(TemplateNames(), ", ")));
  AddResult(app, "--code", options.code,
            "the program that --target makes; otherwise it is printed, and nothing else");
  app.add_option("--rank", options.rank,
                 "draw so many plans of each layer, run them as C++ programs, and correlate words "
                 "with seconds")
      ->check(Count(3, 1000));
  app.add_flag("--reload", options.reload,
               "plans that are written or run load a tile again that is still on chip");
  app.add_flag("--tso", options.tso,
               "plan by TSO: slices over cores, bursts of DRAM; without a network its five");
  app.add_option("--model", options.model, "TSO's times with bursts, or by bytes only")
      ->check(OneOf({"burst", "noburst"}));
  app.add_option("--reading", options.reading,
                 "TSO's equations as printed, or read so that they agree with its text")
      ->check(OneOf({"printed", "consistent"}));
  app.add_option(
      "--papers", options.papers,
      "write all tables and charts of the two papers, ours beside the printed ones, into "
      "this folder");
}

void CheckPlan(const PlanOptions& options) {
  Diagnostics problems;
  const auto refuse = [&](const std::string& text) { problems.Error({"nve-plan", 0, ""}, text); };
  if (options.table && !options.network.empty()) {
    refuse(fmt::format("--table: found a network, {}, allowed: none, it has its own five",
                       options.network));
  }
  if (!options.papers.empty() && (options.table || options.tso || !options.network.empty())) {
    refuse(
        "--papers: found a network, --table or --tso, allowed: none, it plans the papers' "
        "networks");
  }
  if (options.tso && options.table) refuse("found --table and --tso, allowed: one of them");
  if (!options.table && !options.tso && options.papers.empty() && options.network.empty()) {
    refuse("found no network, allowed: a network, --table, --tso or --papers");
  }
  CheckCompany(options, refuse);
  problems.ThrowIfErrors();
  CheckPaths({{"the network", FileOf(options.network, NetworkNames())},
              {"--hardware", FileOf(options.hardware, Machines())},
              {"--target", FileOf(options.target, TemplateNames())}},
             {{"--roofline", options.roofline},
              {"--json", options.json},
              {"--ir", options.ir},
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
