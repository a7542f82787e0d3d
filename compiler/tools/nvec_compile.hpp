// SPDX-License-Identifier: Apache-2.0
// What nvec compiles, and how.
#pragma once

#include <optional>
#include <string>

#include "compiler/compile.hpp"
#include "compiler/tools/nvec_options.hpp"
#include "convnet/network.hpp"
#include "convnet/weights.hpp"
#include "report/readout/read_out.hpp"

namespace nve {

/// The network of the command line, with --fit or --read-out the fitted one. InputError with all
/// problems.
Network LoadFittedNetwork(const NvecOptions& options, const std::optional<ReadOut>& read_out = {});

/// InputError if the network's output pixels see other windows of the picture than a model says, or
/// at other distances.
void CheckModel(const ModelFile& model, const Network& network, const std::string& name);

/// Its weights, or made-up ones, which a message says.
Weights LoadOrMakeWeights(const NvecOptions& options, const Network& network);

/// What the command line says of the compiler. InputError if --partition is none of so many cores,
/// or --layout names what the network has not.
CompileOptions CompileOptionsOf(const NvecOptions& options, const CompilerPasses& passes,
                                const Network& network);

/// Messages that say what an option could not do; the seed of made-up weights.
void Note(const NvecOptions& options, const CompileOptions& compile_options, CompileResult& result);

/// The network compiled, with --vectors auto in the orientation of fewer cycles. Messages say what
/// an option could not do.
CompileResult CompileAsAsked(const NvecOptions& options, const CompileOptions& compile_options,
                             const Network& network, const Weights& weights);

}  // namespace nve
