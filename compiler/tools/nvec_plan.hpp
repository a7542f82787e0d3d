// SPDX-License-Identifier: Apache-2.0
// nvec --plan best: searches for the plan of a network and compiles it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/compile.hpp"
#include "compiler/tools/nvec_options.hpp"
#include "model/transfer/transfer_options.hpp"
#include "report/result/compile_file.hpp"

namespace nve {

/// A network that was compiled by the best plan, and what is told of the plan.
struct PlannedNetwork {
  CompileResult result;
  std::vector<PlanOfCompile> layers;
  int64_t frame_cycles = 0;  ///< predicted, of all layers together
  std::string text;
};

/// "0.2%", "0.2": percent, as a share. InputError that begins with --gap.
double ParseGap(std::string_view text);

/// Options that --plan chooses itself or has no answer for: InputError that names them.
void CheckPlanOptions(const NvecOptions& options);

PlannedNetwork CompileBestPlan(const NvecOptions& options, const CompileOptions& compile_options,
                               const transfer::TransferOptions& transfer_options,
                               const Network& network, const Weights& weights);

}  // namespace nve
