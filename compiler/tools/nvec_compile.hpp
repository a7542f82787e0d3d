// SPDX-License-Identifier: Apache-2.0
// What nvec compiles, and how.
#pragma once

#include "compiler/compile.hpp"
#include "compiler/tools/nvec_options.hpp"
#include "convnet/network.hpp"
#include "convnet/weights.hpp"

namespace nve {

/// The network of the command line, with --fit the fitted one. InputError with all problems.
Network LoadFittedNetwork(const NvecOptions& options);

/// Its weights, or made-up ones, which a message says.
Weights LoadOrMakeWeights(const NvecOptions& options, const Network& network);

/// What the command line says of the compiler.
CompileOptions CompileOptionsOf(const NvecOptions& options, const CompilerPasses& passes);

/// The network compiled, with --vectors auto in the orientation of fewer cycles. Messages say what
/// an option could not do.
CompileResult CompileAsAsked(const NvecOptions& options, const CompileOptions& compile_options,
                             const Network& network, const Weights& weights);

}  // namespace nve
