// SPDX-License-Identifier: Apache-2.0
// A layer for a schedule that is given, and the program of that schedule.
#include "tests/unit/compiler/schedule/scheduled_program.hpp"

#include <numeric>
#include <random>

#include "arch/build_machine.hpp"
#include "compiler/make_program.hpp"
#include "compiler/steps/step_builder.hpp"
#include "model/reference/reference.hpp"
#include "model/sim/step_runner.hpp"

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

// Every map in its own order.
std::vector<int> Numbers(int count) {
  std::vector<int> numbers(static_cast<size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

}  // namespace

std::vector<std::string> RunnableProgram::Verify() const {
  return VerifyProgram(binary.programs.front(), intent, arch::BuildMachine());
}

bool RunnableProgram::IsRight() const {
  FeatureMaps picture(network.InputMaps(), network.InputHeight(), network.InputWidth());
  std::mt19937 random(1);
  for (uint8_t& pixel : picture.pixels) pixel = static_cast<uint8_t>(random());
  StepRunner runner(binary);
  runner.memory().PutPicture(picture, "picture");
  try {
    runner.Run({});
  } catch (const InternalError&) {
    return false;  // waits for words that never come: a split machine's `wr even` needs the next
  }
  return runner.memory().ReadPlanes(binary.output_planes) ==
         RunNetwork(network, weights, picture).back();
}

RunnableProgram MakeRunnable(const Schedule& schedule, int out_width, unsigned seed,
                             bool explicit_prologue) {
  RunnableProgram made;
  made.network = {"random", {LayerOf(schedule.shape, out_width)}};
  made.weights = SeededWeights(made.network, seed);
  made.binary.network = made.network.name;
  made.binary.machine = arch::BuildMachine();
  AddPlanes(made.network, 1, made.binary);
  const Layer& layer = made.network.layers.front();
  const LayerWeights& weights = made.weights.layers.front();
  made.binary.tables = {weights.table};
  const ScheduledProgram scheduled = {Numbers(schedule.shape.Outputs()),
                                      Numbers(schedule.shape.inputs),
                                      {schedule, {}},
                                      explicit_prologue};
  made.binary.programs = {MakeProgram(layer, 0, weights, scheduled)};
  made.binary.steps = StepsOf(made.network, 0, Feed::kContiguous, {}, made.binary);
  made.intent = MakeIntent(layer, schedule, made.binary.programs.front());
  return made;
}

}  // namespace nve::testing
