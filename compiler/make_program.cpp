// SPDX-License-Identifier: Apache-2.0
// Addresses, code, coefficients and settings of a schedule, and what the verifier compares them
// with.
#include "compiler/make_program.hpp"

#include <fmt/format.h>

#include "compiler/buffer/emit.hpp"
#include "program/settings.hpp"

namespace nve {

Program MakeProgram(const Layer& layer, int number, const LayerWeights& weights,
                    const ScheduledProgram& scheduled) {
  const Schedule& schedule = scheduled.scheduled.schedule;
  const Allocation allocation = AllocateBuffer(schedule);
  const Ramps ramps =
      scheduled.explicit_prologue ? ExplicitRamps(schedule, allocation, layer.out_width) : Ramps{};
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
  intent.split = schedule.shape.window.sizes.split;
  return intent;
}

}  // namespace nve
