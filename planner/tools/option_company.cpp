// SPDX-License-Identifier: Apache-2.0
// Options beside each other: see option_company.hpp. A table of modes, then what single modes need.
#include "planner/tools/option_company.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace nve::planner {
namespace {

using Names = std::vector<std::string>;

struct Mode {
  std::string asked_by;  ///< the option or argument that asks for it
  Names allowed;         ///< options that it reads beside that
  bool network = true;   ///< reads the network
};

Mode ModeOf(const PlanOptions& options) {
  if (options.table) return {"--table", {"--convention", "--json"}, false};
  if (!options.papers.empty()) return {"--papers", {}, false};
  if (options.tso && options.network.empty()) return {"--tso", {"--hardware", "--json"}};
  if (options.tso) {
    return {"--tso", {"--hardware", "--layer", "--model", "--reading", "--json"}};
  }
  if (IsBinary(options.network)) {
    Names allowed = {"--cores",  "--feed",   "--gap", "--plan-cache",
                     "--output", "--report", "--json"};
    std::ranges::copy(PlatformOptionNames(), std::back_inserter(allowed));
    return {options.network, allowed};
  }
  if (options.rank > 0) {
    return {"--rank", {"--hardware", "--layer", "--tiles", "--whole-rows", "--reload", "--json"}};
  }
  if (IsPlan(options.network)) {
    return {options.network, {"--execute", "--target", "--code", "--json"}};
  }
  if (IsForNve(options)) {
    const bool machine = !options.machine.empty();
    return {machine ? "--machine" : "--hardware " + options.hardware,
            {machine ? "--machine" : "--hardware", "--layer", "--json"}};
  }
  return {
      options.network,
      {"--hardware", "--convention", "--measure", "--tiles", "--whole-rows", "--layer", "--report",
       "--explain", "--roofline", "--json", "--ir", "--execute", "--reload", "--target", "--code"}};
}

bool Given(const PlanOptions& options, const std::string& name) {
  return std::ranges::find(options.given, name) != options.given.end();
}

std::string StrangerProblem(const PlanOptions& options, const Mode& mode) {
  Names strangers;
  for (const std::string& name : options.given) {
    if (name != mode.asked_by && std::ranges::find(mode.allowed, name) == mode.allowed.end()) {
      strangers.push_back(name);
    }
  }
  if (!mode.network && !options.network.empty()) {
    strangers.push_back(fmt::format("a network, {}", options.network));
  }
  if (strangers.empty()) return "";
  return fmt::format(
      "{}: found {} beside it, allowed: {}", mode.asked_by, fmt::join(strangers, ", "),
      mode.allowed.empty() ? "nothing" : fmt::format("{}", fmt::join(mode.allowed, ", ")));
}

}  // namespace

std::vector<std::string> CompanyProblems(const PlanOptions& options) {
  if (options.given.empty() && options.network.empty()) {
    return {"found no network, allowed: a network, --table, --tso or --papers"};
  }
  const Mode mode = ModeOf(options);
  if (mode.asked_by.empty()) {
    return {"found no network, allowed: a network, --table, --tso or --papers"};
  }
  Names problems;
  const auto refuse_if = [&](bool wrong, const std::string& problem) {
    if (wrong) problems.push_back(problem);
  };
  const std::string strangers = StrangerProblem(options, mode);
  refuse_if(!strangers.empty(), strangers);
  const bool target = Given(options, "--target");
  const bool plan = IsPlan(options.network);
  refuse_if(plan && !options.execute && !target,
            fmt::format("{}: found a plan, allowed: with --execute or --target", options.network));
  refuse_if(plan && !options.execute && Given(options, "--json"),
            "--json: found no --execute, allowed: the result of a plan that is run");
  refuse_if(!plan && (Given(options, "--ir") || target) && options.layer.empty(),
            "--ir, --target: found no --layer, allowed: the plan of one layer");
  refuse_if(Given(options, "--code") && !target,
            "--code: found no --target, allowed: the program that --target makes");
  const bool prints = options.report || options.execute || Given(options, "--explain");
  refuse_if(target && !Given(options, "--code") && prints,
            "--target: found --report, --explain or --execute beside a program that is printed, "
            "allowed: with --code");
  const bool plans = options.execute || target || Given(options, "--ir") || options.rank > 0;
  refuse_if(options.reload && !plans,
            "--reload: found no plan, allowed: with --ir, --execute, --target or --rank");
  return problems;
}

}  // namespace nve::planner
