// Options of nve-plan: see plan_options.hpp.
#include "planner/tools/plan_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/support/diagnostics.hpp"
#include "compiler/support/paths.hpp"
#include "compiler/support/tool_main.hpp"
#include "compiler/support/word_options.hpp"
#include "nve_arch.hpp"
#include "planner/mapping/hardware.hpp"
#include "planner/shapes/known_networks.hpp"

namespace nve::planner {
namespace {

// A file that protects itself; a name that is there needs no protection.
std::string FileOf(const std::string& name_or_path, const std::vector<std::string>& names) {
  return std::ranges::find(names, name_or_path) == names.end() ? name_or_path : "";
}

}  // namespace

void DeclarePlan(CLI::App& app, PlanOptions& options) {
  app.description(
      "Plans how the layers of a network are tiled for a machine, and says what that moves.");
  AddPath(app, "network", options.network,
          fmt::format("a CSV file of layer shapes, a network descriptor (.xml), or one of {}",
                      fmt::join(NetworkNames(), ", ")));
  app.add_option("--hardware", options.hardware,
                 fmt::format("a JSON file, or one of {}; {} is the machine of this build, for "
                             "which the compiler says what fits",
                             fmt::join(HardwareNames(), ", "), arch::kName));
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
  if (!options.papers.empty() && (options.table || !options.network.empty())) {
    refuse("--papers: found a network or --table, allowed: neither, it plans the papers' networks");
  }
  if (!options.table && options.papers.empty() && options.network.empty()) {
    refuse("found no network, allowed: a network, --table or --papers");
  }
  std::vector<std::string> machines = HardwareNames();
  machines.emplace_back(arch::kName);
  if (options.hardware == arch::kName && (!options.explain.empty() || !options.roofline.empty())) {
    refuse(fmt::format("--hardware {}: found --explain or --roofline, allowed: --layer, --json",
                       arch::kName));
  }
  problems.ThrowIfErrors();
  CheckPaths({{"the network", FileOf(options.network, NetworkNames())},
              {"--hardware", FileOf(options.hardware, machines)}},
             {{"--roofline", options.roofline}, {"--json", options.json}});
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
