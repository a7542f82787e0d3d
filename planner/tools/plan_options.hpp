// SPDX-License-Identifier: Apache-2.0
// The command line of nve-plan.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "host/cosim/platform_arguments.hpp"
#include "planner/mapping/search.hpp"

namespace nve::planner {

struct PlanOptions {
  std::string command;             ///< the whole call
  std::vector<std::string> given;  ///< names of the options on the command line, as "--name"
  std::string network;
  std::string hardware;  ///< empty: HardwareOf
  std::string machine;   ///< an NVE to plan for; empty: as hardware says
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
  bool tso = false;
  std::string model = "burst";
  std::string reading = "printed";
  std::string ir;
  bool execute = false;
  bool reload = false;
  std::string target;
  std::string code;
  int rank = 0;  ///< plans of each layer to measure; 0: none
  // Of a binary
  int cores = 1;
  std::string feed = "mover";  ///< as ParseFeeds takes it
  std::string gap = "0";       ///< as ParsePercent takes it
  std::string plan_cache;      ///< as CacheFolderOf takes it
  std::string output;
  PlatformArguments platform;
};

void DeclarePlan(CLI::App& app, PlanOptions& options);

/// What contradicts itself, and paths that would overwrite an input: InputError.
void CheckPlan(const PlanOptions& options);

/// The machine that is named, or set-up A; the NMP for --tso.
std::string HardwareOf(const PlanOptions& options);

/// The machine is an NVE, for which the compiler says what fits.
bool IsForNve(const PlanOptions& options);

/// A binary (.nve), whose steps are planned.
bool IsBinary(const std::string& path);

/// A plan (.ir), not a network.
bool IsPlan(const std::string& path);

SearchOptions SearchOptionsOf(const PlanOptions& options);

}  // namespace nve::planner
