// SPDX-License-Identifier: Apache-2.0
// nvec --plan best: searches for the plan of a network and compiles it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/compile.hpp"
#include "compiler/tools/nvec_options.hpp"
#include "model/transfer/transfer_options.hpp"
#include "planner/best/plan_cache.hpp"
#include "report/result/compile_file.hpp"

namespace nve {

/// A network that was compiled by the best plan, and what is told of the plan.
struct PlannedNetwork {
  CompileResult result;
  std::vector<PlanOfCompile> layers;  ///< none of pipelined layers
  std::vector<int> bands;             ///< of these
  int64_t frame_cycles = 0;           ///< predicted, of all layers together
  int64_t first_strip_cycles = 0;     ///< of them, until the first strip of the output is in memory
  std::string text;
  std::vector<PlanOnCores> pareto;  ///< of --pareto
};

/// Options that --plan chooses itself or has no answer for: InputError that names them.
void CheckPlanOptions(const NvecOptions& options);

/// What plans are searched for. All of it must outlive the search.
struct PlanTask {
  const NvecOptions& options;
  const CompileOptions& compile;
  const transfer::TransferOptions& transfer;
  const Network& network;
  const Weights& weights;
  planner::PlanCache& cache;
};

/// The best plan on so many cores, by the objective of the options.
PlannedNetwork PlanOn(const PlanTask& task, int cores);

/// The plan that the options ask for.
PlannedNetwork CompileBestPlan(const NvecOptions& options, const CompileOptions& compile_options,
                               const transfer::TransferOptions& transfer_options,
                               const Network& network, const Weights& weights);

}  // namespace nve
