// SPDX-License-Identifier: Apache-2.0
// What nvec compiles: see nvec_compile.hpp.
#include "compiler/tools/nvec_compile.hpp"

#include <exception>
#include <optional>
#include <string>
#include <utility>

#include "arch/find_machine.hpp"
#include "base/diagnostics/messages.hpp"
#include "convnet/network_xml.hpp"
#include "convnet/resize_network.hpp"
#include "program/predicted_cycles.hpp"

namespace nve {
namespace {

// Of both orientations the one with fewer cycles; one that does not fit leaves the other.
CompileResult CompileBest(const Network& network, const Weights& weights, CompileOptions options) {
  std::optional<CompileResult> best;
  std::exception_ptr refusal;
  for (const Vectors vectors : {Vectors::kVertical, Vectors::kHorizontal}) {
    options.vectors = vectors;
    try {
      CompileResult result = Compile(network, weights, options);
      if (!best || TotalPredictedCycles(result.binary) < TotalPredictedCycles(best->binary)) {
        best = std::move(result);
      }
    } catch (const InputError&) {
      if (refusal == nullptr) refusal = std::current_exception();
    }
  }
  if (!best) std::rethrow_exception(refusal);
  return std::move(*best);
}

void NoteKernelOnly(const CompileResult& result) {
  int kernel_only = 0;
  for (const LayerReport& layer : result.layers) kernel_only += layer.kernel_only;
  if (kernel_only == 0) return;
  Message(
      "note: --prologue explicit: {} of {} programs stay kernel-only, the instruction buffer "
      "has no room for their prologue and epilogue; --max-maps-per-program makes room\n",
      kernel_only, result.binary.programs.size());
}

void NoteWholeVectors(const CompileResult& result) {
  std::string names;
  for (const LayerReport& layer : result.layers) {
    if (layer.outputs_per_iteration < arch::kLanes) continue;
    names += (names.empty() ? "" : ", ") + layer.name;
  }
  if (names.empty()) return;
  Message(
      "note: --half-vectors always: whole vectors for {}: halves need kernels of "
      "height 1 and stride 1 along the vector\n",
      names);
}

}  // namespace

Network LoadFittedNetwork(const NvecOptions& options) {
  Network network = LoadNetwork(options.network);
  if (options.fit.empty()) return network;
  Diagnostics problems;
  Network fitted = ResizeNetwork(network, ReadPictureSize(options.fit), problems);
  problems.ThrowIfErrors();
  return fitted;
}

Weights LoadOrMakeWeights(const NvecOptions& options, const Network& network) {
  if (!options.weights.empty()) return LoadWeights(options.weights, network);
  Message("note: no --weights, made-up weights of seed {}\n", options.seed);
  return SeededWeights(network, options.seed);
}

CompileOptions CompileOptionsOf(const NvecOptions& options, const CompilerPasses& passes) {
  CompileOptions compile_options;
  compile_options.machine = arch::NamedMachine(options.machine);
  compile_options.passes = passes;
  compile_options.vectors =
      options.vectors == "horizontal" ? Vectors::kHorizontal : Vectors::kVertical;
  compile_options.feed = FeedOf(options.feed);
  compile_options.pictures = static_cast<int>(options.pictures);
  return compile_options;
}

CompileResult CompileAsAsked(const NvecOptions& options, const CompileOptions& compile_options,
                             const Network& network, const Weights& weights) {
  CompileResult result = options.vectors == "auto" ? CompileBest(network, weights, compile_options)
                                                   : Compile(network, weights, compile_options);
  if (options.weights.empty()) result.binary.seed = static_cast<int64_t>(options.seed);
  if (compile_options.passes.explicit_prologue) NoteKernelOnly(result);
  if (compile_options.passes.half_vectors == HalfVectors::kAlways) NoteWholeVectors(result);
  return result;
}

}  // namespace nve
