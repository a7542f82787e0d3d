// SPDX-License-Identifier: Apache-2.0
// What nvec compiles: see nvec_compile.hpp.
#include "compiler/tools/nvec_compile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "arch/find_machine.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/images/images.hpp"
#include "base/json/json_member.hpp"
#include "compiler/steps/bands.hpp"
#include "convnet/network_xml.hpp"
#include "convnet/resize_network.hpp"
#include "program/predicted_cycles.hpp"

namespace nve {
namespace {

// Layer after layer, of the core that has the most.
int64_t CyclesOf(const CompileResult& result) {
  const std::vector<int64_t> layers = BusiestCoreCycles(result.binary);
  return std::accumulate(layers.begin(), layers.end(), int64_t{0});
}

// Of both orientations the one with fewer cycles; one that does not fit leaves the other.
CompileResult CompileBest(const Network& network, const Weights& weights, CompileOptions options) {
  std::optional<CompileResult> best;
  std::exception_ptr refusal;
  for (const Vectors vectors : {Vectors::kVertical, Vectors::kHorizontal}) {
    options.vectors = vectors;
    try {
      CompileResult result = Compile(network, weights, options);
      if (!best || CyclesOf(result) < CyclesOf(*best)) {
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

void NoteIdleCores(const CompileResult& result) {
  std::string names;
  for (const LayerReport& layer : result.layers) {
    if (layer.idle_cores == 0) continue;
    names += fmt::format("{}{} of {} in {} ({})", names.empty() ? "" : ", ", layer.idle_cores,
                         layer.partition.Cores(), layer.name, ToText(layer.partition));
  }
  if (names.empty()) return;
  Message("note: --cores: cores without work: {}: fewer programs or strips than parts\n", names);
}

PartitionChoice ParsePartition(const NvecOptions& options) {
  const auto cores = static_cast<int>(options.cores);
  const std::optional<PartitionChoice> choice = nve::ParsePartition(options.partition, cores);
  if (choice) return *choice;
  throw InputError(fmt::format("--partition: found '{}', allowed: {} with --cores {}",
                               options.partition, PartitionTexts(cores), cores));
}

// Rows or columns that one output pixel depends on, and the distance of those of neighbours.
std::pair<int64_t, int64_t> SideOf(const Network& network, int Layer::*kernel, int Layer::*stride) {
  int64_t side = 1;
  int64_t step = 1;
  for (auto layer = network.layers.rbegin(); layer != network.layers.rend(); ++layer) {
    side = std::min<int64_t>((side - 1) * ((*layer).*stride) + (*layer).*kernel, kMaxImageSide + 1);
    step = std::min<int64_t>(step * ((*layer).*stride), kMaxImageSide + 1);
  }
  return {side, step};
}

}  // namespace

void CheckModel(const ModelFile& model, const Network& network, const std::string& name) {
  Diagnostics problems;
  const auto check = [&](const char* member, const RowsAndColumns& found, int64_t rows,
                         int64_t columns) {
    if (found.rows == rows && found.columns == columns) return;
    problems.Error({model.path, 0, JsonMember(member)},
                   fmt::format("found [{}, {}], allowed: [{}, {}], as {} has it", found.rows,
                               found.columns, rows, columns, name));
  };
  const auto [rows, row_step] = SideOf(network, &Layer::kernel_height, &Layer::stride_y);
  const auto [columns, column_step] = SideOf(network, &Layer::kernel_width, &Layer::stride_x);
  check("window", model.window, rows, columns);
  check("step", model.step, row_step, column_step);
  if (network.InputMaps() != 1) {
    problems.Error({name, 0, ""}, fmt::format("reads {} planes, allowed with --read-out: one, the "
                                              "mosaic",
                                              network.InputMaps()));
  }
  problems.ThrowIfErrors();
}

Network LoadFittedNetwork(const NvecOptions& options, const std::optional<ReadOut>& read_out) {
  Network network = LoadNetwork(options.network);
  if (options.fit.empty() && !read_out) return network;
  if (read_out) CheckModel(read_out->model, network, options.network);
  const PictureSize size = read_out ? PictureSize{read_out->mosaic.height, read_out->mosaic.width}
                                    : ReadPictureSize(options.fit);
  Diagnostics problems;
  Network fitted = ResizeNetwork(network, size, problems);
  problems.ThrowIfErrors();
  return fitted;
}

Weights LoadOrMakeWeights(const NvecOptions& options, const Network& network) {
  if (!options.weights.empty()) return LoadWeights(options.weights, network);
  Message("note: no --weights, made-up weights of seed {}\n", options.seed);
  return SeededWeights(network, options.seed);
}

CompileOptions CompileOptionsOf(const NvecOptions& options, const CompilerPasses& passes,
                                const Network& network) {
  CompileOptions compile_options;
  compile_options.machine = arch::NamedMachine(options.machine);
  compile_options.passes = passes;
  compile_options.vectors =
      options.vectors == "horizontal" ? Vectors::kHorizontal : Vectors::kVertical;
  const std::vector<Feed> feeds = FeedsOf(options);
  if (feeds.size() > 1 && options.plan.empty()) {
    throw InputError(
        fmt::format("--feed: found {}, allowed without --plan: one feed", options.feed));
  }
  compile_options.feed = feeds.front();
  compile_options.pictures = static_cast<int>(options.pictures);
  compile_options.cores = static_cast<int>(options.cores);
  compile_options.partition = ParsePartition(options);
  compile_options.layout = ParseLayouts(options.layout, network);
  compile_options.bands = ParseBands(options.pipeline);
  if (!compile_options.bands.empty() && options.pictures > 1) {
    throw InputError(
        fmt::format("--pipeline: found --pictures {}, allowed: 1, whose layers follow "
                    "each other",
                    options.pictures));
  }
  return compile_options;
}

CompileResult CompileAsAsked(const NvecOptions& options, const CompileOptions& compile_options,
                             const Network& network, const Weights& weights) {
  CompileResult result = options.vectors == "auto" ? CompileBest(network, weights, compile_options)
                                                   : Compile(network, weights, compile_options);
  Note(options, compile_options, result);
  return result;
}

void Note(const NvecOptions& options, const CompileOptions& compile_options,
          CompileResult& result) {
  if (options.weights.empty()) result.binary.seed = static_cast<int64_t>(options.seed);
  if (compile_options.passes.explicit_prologue) NoteKernelOnly(result);
  if (compile_options.passes.half_vectors == HalfVectors::kAlways) NoteWholeVectors(result);
  NoteIdleCores(result);
}

}  // namespace nve
