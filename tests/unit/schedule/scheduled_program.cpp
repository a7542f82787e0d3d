// The steps of compiler/compile.cpp for a schedule that is given.
#include "tests/unit/schedule/scheduled_program.hpp"

#include <numeric>
#include <random>

#include "compiler/buffer/emit.hpp"
#include "compiler/plan/plan_builder.hpp"
#include "model/reference/reference.hpp"
#include "model/sim/plan_runner.hpp"

namespace nve::testing {
namespace {

Layer LayerOf(const ProgramShape& shape, int out_width) {
  const Window& window = shape.window;
  Layer layer;
  layer.name = "L1";
  layer.out_width = out_width;
  layer.out_height = 2 * window.rows - 3;
  layer.kernel_height = window.height;
  layer.kernel_width = window.width;
  layer.stride_y = window.stride_y;
  layer.stride_x = window.stride_x;
  for (int output = 0; output < shape.Outputs(); ++output) {
    layer.outputs.push_back({output, shape.inputs_of_output[static_cast<size_t>(output)], {}});
  }
  return layer;
}

Program ProgramOf(const Schedule& schedule, const Layer& layer, const LayerWeights& weights) {
  const Allocation allocation = AllocateBuffer(schedule);
  Program program;
  program.name = "random";
  program.input_maps.resize(static_cast<size_t>(schedule.shape.inputs));
  std::iota(program.input_maps.begin(), program.input_maps.end(), 0);
  program.output_maps.resize(layer.outputs.size());
  std::iota(program.output_maps.begin(), program.output_maps.end(), 0);
  program.settings = EmitSettings(schedule, allocation, layer, weights);
  program.code = EmitCode(schedule, allocation);
  program.coefficients = EmitCoefficients(schedule, weights, program.output_maps);
  program.outputs_per_iteration = schedule.shape.window.rows;
  return program;
}

ProgramIntent IntentOf(const Schedule& schedule, int out_width) {
  const Window& window = schedule.shape.window;
  ProgramIntent intent;
  intent.kernel_height = window.height;
  intent.kernel_width = window.width;
  intent.stride_y = window.stride_y;
  intent.stride_x = window.stride_x;
  intent.out_width = out_width;
  intent.input_count = schedule.shape.inputs;
  intent.inputs_of_output = schedule.shape.inputs_of_output;
  intent.coefficient_words = schedule.coefficient_words;
  intent.initial_columns = window.InitialColumns();
  intent.rows = window.rows;
  return intent;
}

}  // namespace

std::vector<std::string> ScheduledProgram::Verify() const {
  return VerifyProgram(binary.programs.front(), intent);
}

bool ScheduledProgram::IsRight() const {
  FeatureMaps picture(network.InputMaps(), network.InputHeight(), network.InputWidth());
  std::mt19937 random(1);
  for (uint8_t& pixel : picture.pixels) pixel = static_cast<uint8_t>(random());
  PlanRunner runner(binary);
  runner.memory().PutPicture(picture, "picture");
  try {
    runner.Run({});
  } catch (const InternalError&) {
    return false;  // waits for words that never come: a split machine's `wr even` needs the next
  }
  return runner.memory().ReadPlanes(binary.output_planes) ==
         RunNetwork(network, weights, picture).back();
}

ScheduledProgram MakeProgram(const Schedule& schedule, int out_width, unsigned seed) {
  ScheduledProgram made;
  made.network = {"random", {LayerOf(schedule.shape, out_width)}};
  made.weights = SeededWeights(made.network, seed);
  made.binary.network = made.network.name;
  made.binary.arch_name = arch::kName;
  made.binary.arch_id = arch::kArchId;
  PlanPlanes(made.network, made.binary);
  const Layer& layer = made.network.layers.front();
  const LayerWeights& weights = made.weights.layers.front();
  made.binary.tables = {weights.table};
  made.binary.programs = {ProgramOf(schedule, layer, weights)};
  PlanLayer(made.network, 0, Feed::kGathered, made.binary);
  made.intent = IntentOf(schedule, out_width);
  return made;
}

}  // namespace nve::testing
