// The command line of nve-plan.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "planner/mapping/search.hpp"

namespace nve::planner {

struct PlanOptions {
  std::string network;
  std::string hardware = "setup_a";
  std::string convention = "padded";
  std::string measure = "executed";
  std::string tiles = "distinct";
  bool whole_rows = false;
  std::string layer;
  bool report = false;
  std::string explain;
  std::string roofline;
  std::string json;
  bool table = false;
  std::string papers;
};

void DeclarePlan(CLI::App& app, PlanOptions& options);

/// What contradicts itself, and paths that would overwrite an input: InputError.
void CheckPlan(const PlanOptions& options);

SearchOptions SearchOptionsOf(const PlanOptions& options);

}  // namespace nve::planner
