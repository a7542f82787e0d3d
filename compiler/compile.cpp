#include "compiler/compile.hpp"

#include <fmt/format.h>

#include "compiler/buffer/emit.hpp"
#include "compiler/fit.hpp"
#include "compiler/plan/plan_builder.hpp"
#include "compiler/program/settings.hpp"
#include "compiler/transpose.hpp"

namespace nve {
namespace {

Program MakeProgram(const Layer& layer, int number, const LayerWeights& weights,
                    const ScheduledProgram& scheduled, const CompilerPasses& passes) {
  const Schedule& schedule = scheduled.scheduled.schedule;
  const Allocation allocation = AllocateBuffer(schedule);
  const Ramps ramps =
      passes.explicit_prologue ? ExplicitRamps(schedule, allocation, layer.out_width) : Ramps{};
  Program program;
  program.name = fmt::format("{}.p{}", layer.name, number);
  program.layer = layer.index;
  program.input_maps = scheduled.input_maps;
  for (const int output : scheduled.outputs) {
    program.output_maps.push_back(layer.outputs[static_cast<size_t>(output)].index);
  }
  program.settings = EmitSettings(schedule, allocation, layer, weights, ramps);
  program.table = layer.index;
  program.code = EmitCode(schedule, allocation, ramps);
  program.coefficients = EmitCoefficients(schedule, weights, scheduled.outputs);
  program.outputs_per_iteration = schedule.shape.window.rows;
  program.bound = scheduled.scheduled.certificate.LowerBound();
  return program;
}

ProgramIntent MakeIntent(const Layer& layer, const Schedule& schedule, const Program& program) {
  ProgramIntent intent;
  intent.kernel_height = layer.kernel_height;
  intent.kernel_width = layer.kernel_width;
  intent.stride_y = layer.stride_y;
  intent.stride_x = layer.stride_x;
  intent.out_width = layer.out_width;
  intent.unrolled = static_cast<int>(schedule.extra - SettingOf(program.settings, "EXTRA"));
  intent.input_count = schedule.shape.inputs;
  intent.inputs_of_output = schedule.shape.inputs_of_output;
  intent.coefficient_words = schedule.coefficient_words;
  intent.initial_columns = schedule.shape.window.InitialColumns();
  intent.rows = schedule.shape.window.rows;
  return intent;
}

void Verify(const Program& program, const ProgramIntent& intent) {
  const std::vector<std::string> problems = VerifyProgram(program, intent);
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
  if (grouping.lower_bound > 0) report.data_words_bound = grouping.lower_bound + words_sent;
  report.mac_per_instr = static_cast<double>(macs) / static_cast<double>(instructions);
  return report;
}

}  // namespace

CompileResult Compile(const Network& picture_network, const Weights& picture_weights,
                      const CompileOptions& options) {
  const bool horizontal = options.vectors == Vectors::kHorizontal;
  const Network network = horizontal ? Transposed(picture_network) : picture_network;
  const Weights weights =
      horizontal ? Transposed(picture_weights, picture_network) : picture_weights;
  Diagnostics problems;
  CheckFits(network, weights, options.passes, problems);
  problems.ThrowIfErrors();

  CompileResult result;
  Binary& binary = result.binary;
  binary.network = network.name;
  binary.arch_name = arch::kName;
  binary.arch_id = arch::kArchId;
  binary.vectors = options.vectors;
  PlanPlanes(network, binary);
  for (const Layer& layer : network.layers) {
    const LayerWeights& layer_weights = weights.layers[layer.index];
    binary.layers.push_back(InfoOf(layer));
    binary.tables.push_back(layer_weights.table);
    ScheduledLayer scheduled = ScheduleLayer(layer, options.passes);
    for (size_t number = 0; number < scheduled.programs.size(); ++number) {
      ScheduledProgram& program = scheduled.programs[number];
      binary.programs.push_back(
          MakeProgram(layer, static_cast<int>(number), layer_weights, program, options.passes));
      result.intents.push_back(
          MakeIntent(layer, program.scheduled.schedule, binary.programs.back()));
      result.schedules.push_back(std::move(program.scheduled));
      Verify(binary.programs.back(), result.intents.back());
    }
    PlanLayer(network, layer.index, options.feed, binary);
    result.layers.push_back(ReportOf(layer, scheduled.grouping, result));
  }
  return result;
}

}  // namespace nve
