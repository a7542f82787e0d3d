// SPDX-License-Identifier: Apache-2.0
// nve-plan --ir, --target and --execute: plans of layers as text and programs, and run on made-up
// data.
#pragma once

#include <string>
#include <vector>

#include "planner/ir/ir_words.hpp"
#include "planner/mapping/plan_network.hpp"
#include "planner/tools/plan_options.hpp"
#include "report/result/plan_file.hpp"

namespace nve::planner {

/// A plan that was run.
struct LayerRun {
  std::string layer;
  int64_t count = 1;
  int64_t steps = 0;
  MovedWords tiles;   ///< by the tiles that the plan loads and stores
  MovedWords moved;   ///< counted as they were copied
  bool same = false;  ///< the output equals that of a convolution without tiles
};

/// InputError, naming the option, if the layer's tensors are too large for this computer.
void RequireRoom(const LayerShape& layer, const std::string& option);

/// --ir and --target: the plan of the only layer as text and as a program.
void WritePlan(const NetworkPlan& plan, const Hardware& hardware, const PlanOptions& options);

/// The program of --target goes to standard output, and nothing else does.
bool PrintsCode(const PlanOptions& options);

/// Runs the chosen plan of every layer.
std::vector<LayerRun> RunPlans(const NetworkPlan& plan, const Hardware& hardware,
                               const PlanOptions& options);

std::string RunsText(const std::vector<LayerRun>& runs);
std::vector<RunOfPlan> RunsResult(const std::vector<LayerRun>& runs);

/// kExitMismatch if an output differs, or words counted are not those of the tiles.
int CodeOf(const std::vector<LayerRun>& runs);

/// nve-plan PLAN.ir --execute, --target.
int RunPlanFile(const PlanOptions& options);

}  // namespace nve::planner
