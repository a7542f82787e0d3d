// SPDX-License-Identifier: Apache-2.0
#include "compiler/compile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "compiler/limits.hpp"
#include "compiler/make_program.hpp"
#include "compiler/steps/bands.hpp"
#include "compiler/steps/step_builder.hpp"
#include "compiler/transpose.hpp"

namespace nve {
namespace {

/// The problems, and whether the vectors may lie the other way.
[[noreturn]] void Refuse(const Diagnostics& problems, const Network& network,
                         const Weights& weights, const CompileOptions& options) {
  const bool horizontal = options.vectors == Vectors::kHorizontal;
  const Vectors other = horizontal ? Vectors::kVertical : Vectors::kHorizontal;
  Diagnostics turned;
  CheckLimits(Transposed(network), Transposed(weights, network), options.passes, other,
              options.machine.sizes, turned);
  std::vector<Diagnostic> refused = problems.all();
  if (turned.ok()) {
    refused.back().text +=
        fmt::format("; with --vectors {} all of it fits", kVectorsNames[static_cast<int>(other)]);
  }
  throw InputError(std::move(refused));
}

void Verify(const Program& program, const ProgramIntent& intent, const arch::Machine& machine) {
  const std::vector<std::string> problems = VerifyProgram(program, intent, machine);
  if (problems.empty()) return;
  std::string text = fmt::format("program {} is not what was asked for:", program.name);
  for (const std::string& problem : problems) text += "\n  " + problem;
  throw InternalError(text);
}

LayerInfo InfoOf(const Layer& layer) {
  return {layer.name,
          layer.out_height,
          layer.out_width,
          layer.kernel_height,
          layer.kernel_width,
          layer.stride_y,
          static_cast<int>(layer.outputs.size()),
          layer.Kernels()};
}

LayerReport ReportOf(const Layer& layer, const Grouping& grouping, const CompileResult& result) {
  LayerReport report;
  report.name = layer.name;
  report.optimal = true;
  int64_t instructions = 0;  // executed per strip: initial part once, repeated part once per column
  int64_t words_sent = 0;
  for (size_t p = 0; p < result.binary.programs.size(); ++p) {
    const Program& program = result.binary.programs[p];
    if (program.layer != layer.index) continue;
    const Schedule& schedule = result.schedules[p].schedule;
    const Window& window = schedule.shape.window;
    const int64_t words_out = window.rows / arch::kActLanes * int64_t{layer.out_width};
    report.outputs_per_iteration = window.rows;
    report.ii += schedule.length;
    report.bound += program.bound;
    report.optimal = report.optimal && result.schedules[p].IsOptimal();
    report.code_words += static_cast<int64_t>(program.code.size());
    report.programs += 1;
    report.kernel_only += result.intents[p].unrolled == 0 ? 1 : 0;
    report.loads += schedule.shape.inputs;
    report.data_words_per_strip +=
        static_cast<int64_t>(program.coefficients.size()) +
        schedule.shape.inputs * window.LoadedColumns(layer.out_width) * window.WordsPerColumn();
    words_sent += words_out * static_cast<int64_t>(program.output_maps.size());
    instructions += int64_t{layer.out_width} * schedule.length + schedule.InitialInstructions();
  }
  const int64_t macs = int64_t{report.outputs_per_iteration} * layer.out_width * layer.Kernels() *
                       layer.kernel_height * layer.kernel_width;
  report.data_words_per_strip += words_sent;
  if (grouping.lower_bound > 0) {
    report.data_words_bound = grouping.lower_bound + words_sent;
    report.grouping_proof = grouping.IsExact() ? GroupingProof::kMinimal : GroupingProof::kBounded;
  }
  report.mac_per_instr = static_cast<double>(macs) / static_cast<double>(instructions);
  return report;
}

/// Which fixed partitions the layer fills: ", 4x1, 2x2".
std::string FilledBy(const LayerWork& work, int cores) {
  std::string texts;
  for (const Partition& partition : PartitionsOf(cores)) {
    if (IsFilled(work, partition)) texts += ", " + ToText(partition);
  }
  return texts;
}

void CheckFilled(const Layer& layer, const LayerWork& work, const CompileOptions& options,
                 Diagnostics& problems) {
  const PartitionChoice& choice = options.partition;
  if (choice.kind != PartitionChoice::Kind::kFixed || IsFilled(work, choice.fixed)) return;
  problems.Error({}, fmt::format("layer {}: --partition {}: found {} program(s) and {} strip(s), "
                                 "allowed: auto, ks, ofm{}",
                                 layer.name, ToText(choice.fixed), work.programs.size(),
                                 work.strips, FilledBy(work, options.cores)));
}

ComputeBound BoundOnCores(const Layer& layer, const LayerWork& work, const CompileResult& result,
                          int cores) {
  std::vector<RepeatedPart> parts;
  for (size_t p = 0; p < work.programs.size(); ++p) {
    const Schedule& schedule =
        result.schedules[static_cast<size_t>(work.first_program) + p].schedule;
    parts.push_back({layer.out_width + schedule.extra, schedule.length});
  }
  ComputeBound bound = ComputeBoundOf(parts, work.strips, cores);
  bound.cycles *= result.binary.Pictures();
  return bound;
}

const CompilerPasses& PassesOf(const CompileOptions& options, const Layer& layer) {
  return options.plans.empty() ? options.passes
                               : options.plans.at(static_cast<size_t>(layer.index)).passes;
}

Feed FeedOf(const CompileOptions& options, const Layer& layer) {
  return options.plans.empty() ? options.feed
                               : options.plans.at(static_cast<size_t>(layer.index)).feed;
}

/// Partitions that a layer may have in a band.
std::vector<Partition> PartitionsFor(const Layer& layer, const CompileOptions& options) {
  if (options.plans.empty() || !options.bands.empty()) {
    return PartitionsOf(options.partition, options.cores);
  }
  return {options.plans.at(static_cast<size_t>(layer.index)).partition};
}

/// The steps of a layer's strips in a band.
void AddSteps(const Network& network, const Layer& layer, const StripRange& strips,
              const CompileOptions& options, CompileResult& result) {
  if (strips.count == 0) return;
  Binary& binary = result.binary;
  PartitionedLayer best =
      BestPartition(network, layer.index, FeedOf(options, layer), PartitionsFor(layer, options),
                    strips, options.cost, binary);
  std::ranges::move(best.steps, std::back_inserter(binary.steps));
  // The columns behind the maps before they are read, the rows below them once they are written.
  LayerWork work = WorkOf(layer, binary);
  if (strips.first == 0 || strips.first + strips.count == work.strips) {
    std::ranges::move(ClearSteps(network, layer.index, binary), std::back_inserter(binary.steps));
  }
  work.strips = strips.count;
  LayerReport& report = result.layers[static_cast<size_t>(layer.index)];
  report.partition = best.partition;
  report.idle_cores = options.cores - LoadOf(work, UnitsOf(work, best.partition)).working;
}

}  // namespace

CompileResult Compile(const Network& picture_network, const Weights& picture_weights,
                      const CompileOptions& options) {
  const bool horizontal = options.vectors == Vectors::kHorizontal;
  const Network network = horizontal ? Transposed(picture_network) : picture_network;
  const Weights weights =
      horizontal ? Transposed(picture_weights, picture_network) : picture_weights;
  Diagnostics problems;
  CheckLimits(network, weights, options.passes, options.vectors, options.machine.sizes, problems);
  if (!problems.ok()) Refuse(problems, network, weights, options);

  CompileResult result;
  Binary& binary = result.binary;
  binary.network = network.name;
  binary.machine = options.machine;
  binary.vectors = options.vectors;
  AddPlanes(network, options.pictures, binary);
  for (const Layer& layer : network.layers) {
    const LayerWeights& layer_weights = weights.layers[layer.index];
    binary.layers.push_back(InfoOf(layer));
    binary.tables.push_back(layer_weights.table);
    FastestLayer fastest = ScheduleFastest(layer, PassesOf(options, layer), options.machine.sizes);
    ScheduledLayer& scheduled = fastest.layer;
    for (size_t number = 0; number < scheduled.programs.size(); ++number) {
      ScheduledProgram& program = scheduled.programs[number];
      binary.programs.push_back(
          MakeProgram(layer, static_cast<int>(number), layer_weights, program));
      result.intents.push_back(
          MakeIntent(layer, program.scheduled.schedule, binary.programs.back()));
      result.schedules.push_back(std::move(program.scheduled));
      Verify(binary.programs.back(), result.intents.back(), options.machine);
    }
    LayerReport report = ReportOf(layer, scheduled.grouping, result);
    report.chosen = fastest.chosen;
    report.alternatives = std::move(fastest.alternatives);
    result.layers.push_back(std::move(report));
  }
  const std::vector<Layout> layouts = LayOut(network, options.layout, binary, problems);
  for (const Layer& layer : network.layers) {
    LayerReport& report = result.layers[static_cast<size_t>(layer.index)];
    const LayerWork work = WorkOf(layer, binary);
    report.layout = layouts[static_cast<size_t>(layer.index) + 1];
    report.bound_on_cores = BoundOnCores(layer, work, result, options.cores);
    if (options.plans.empty() && options.bands.empty()) CheckFilled(layer, work, options, problems);
  }
  problems.ThrowIfErrors();
  for (const Band& band : BandsOf(network, binary, options.bands)) {
    for (const Layer& layer : network.layers) {
      AddSteps(network, layer, band[static_cast<size_t>(layer.index)], options, result);
    }
  }
  return result;
}

}  // namespace nve
