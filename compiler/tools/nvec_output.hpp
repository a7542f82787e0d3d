// SPDX-License-Identifier: Apache-2.0
// What nvec writes and prints of a compiled network.
#pragma once

#include "compiler/compile.hpp"
#include "compiler/tools/nvec_options.hpp"
#include "compiler/tools/nvec_plan.hpp"
#include "convnet/network.hpp"
#include "convnet/weights.hpp"
#include "model/transfer/transfer_options.hpp"

namespace nve {

/// The layer and map that --graph asks for must be there: InputError.
void CheckGraph(const NvecOptions& options, const Network& network);

/// Writes every file of the command line, then prints. InputError before the first file if
/// --schedule-svg asks for a program that there is not.
void WriteAndPrint(const NvecOptions& options, const CompilerPasses& passes,
                   const transfer::TransferOptions& transfer_options, const Network& network,
                   const Weights& weights, const PlannedNetwork& planned);

/// Compiles with every preset, and writes and prints what comes out.
void WriteLadder(const NvecOptions& options, const Network& network, const Weights& weights,
                 const CompileOptions& compile_options);

}  // namespace nve
