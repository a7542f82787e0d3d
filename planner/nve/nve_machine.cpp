// SPDX-License-Identifier: Apache-2.0
// Plans of the NVE: see nve_machine.hpp.
#include "planner/nve/nve_machine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/fastest_layer.hpp"
#include "compiler/map_limits.hpp"
#include "nve_isa.hpp"

namespace nve::planner {
namespace {

constexpr double kGiga = 1e9;
constexpr double kMega = 1e6;

const CompilerPasses& DefaultPasses() { return *FindPreset("default"); }

int64_t WordsOfStrip(const Layer& layer, const ScheduledProgram& program) {
  const Schedule& schedule = program.scheduled.schedule;
  const Window& window = schedule.shape.window;
  const int64_t pixels =
      schedule.shape.inputs * window.LoadedColumns(layer.out_width) * window.WordsPerColumn();
  const int64_t results = static_cast<int64_t>(program.outputs.size()) * layer.out_width *
                          (window.rows / arch::kWordPixels);
  return static_cast<int64_t>(schedule.coefficient_words.size()) + pixels + results;
}

// `inputs` of a map, of which the layer need not have more than no program can hold: an input takes
// an instruction at least.
std::string FitProblemOf(const Layer& layer, int64_t inputs, const arch::Sizes& sizes) {
  if (std::string problem = WindowProblem(Window::Of(layer, sizes)); !problem.empty())
    return problem;
  MapLimits fit(layer, DefaultPasses(), sizes);
  if (fit.Fitting() != nullptr) return "";
  const auto fails = static_cast<int>(std::min<int64_t>(inputs, sizes.instruction_words + 1));
  return fmt::format(
      "found {} inputs of an output map, allowed: {}, which fill the machine's {} "
      "instructions",
      inputs, fit.MostInputs(fails), sizes.instruction_words);
}

}  // namespace

Hardware NveHardware(const arch::Machine& machine) {
  Hardware hardware;
  hardware.name = machine.name;
  hardware.word_bytes = arch::kWordBytes;
  hardware.frequency = arch::kClockMhz / 1e3;
  hardware.bandwidth = hardware.frequency * arch::kWordBytes;
  constexpr int64_t kAccumulatorWords =
      int64_t{arch::kLanes} * arch::kAccumulatorBits / arch::kWordBits;
  hardware.mem_words = {machine.sizes.local_words, machine.sizes.local_words, kAccumulatorWords};
  hardware.pe_len = {arch::kLanes, 1};
  hardware.pe_mapping[0] = {Loop::kOh};
  return hardware;
}

std::string NveFitProblem(const Layer& layer, const arch::Machine& machine) {
  size_t inputs = 0;
  for (const OutputMap& map : layer.outputs) inputs = std::max(inputs, map.inputs.size());
  return FitProblemOf(layer, static_cast<int64_t>(inputs), machine.sizes);
}

std::string NveFitProblem(const LayerShape& shape, const arch::Machine& machine) {
  LayerShape map = shape;
  map.oc = map.groups = 1;
  map.ic = std::min<int64_t>(shape.GroupInputs(), machine.sizes.instruction_words + 1);
  return FitProblemOf(CompilerLayer(map), shape.GroupInputs(), machine.sizes);
}

NveLayerPlan PlanOnNve(const Layer& layer, const arch::Machine& machine) {
  const ScheduledLayer scheduled = ScheduleFastest(layer, DefaultPasses(), machine.sizes).layer;
  NveLayerPlan plan;
  plan.name = layer.name;
  plan.tile = {1, 1, 1, layer.out_width, layer.kernel_height, layer.kernel_width};
  for (const ScheduledProgram& program : scheduled.programs) {
    const ProgramShape& shape = program.scheduled.schedule.shape;
    plan.tile.oc = std::max(plan.tile.oc, static_cast<int64_t>(program.outputs.size()));
    plan.tile.ic = std::max<int64_t>(plan.tile.ic, shape.inputs);
    plan.tile.oh = shape.window.rows;
    plan.programs += 1;
    plan.loads += shape.inputs;
    plan.strip_words += WordsOfStrip(layer, program);
  }
  plan.strips = Trips(layer.out_height, plan.tile.oh);
  plan.words_per_16_rows = plan.strip_words * arch::kLanes / plan.tile.oh;
  plan.words = plan.strip_words * plan.strips;
  plan.macs = layer.Macs();
  plan.cycles = scheduled.cycles;
  const auto macs = static_cast<double>(plan.macs);
  const Hardware hardware = NveHardware(machine);
  plan.intensity = macs / static_cast<double>(plan.words * hardware.word_bytes);
  plan.compute = macs / static_cast<double>(plan.cycles) * arch::kClockMhz * kMega / kGiga;
  plan.memory = hardware.bandwidth * plan.intensity;
  plan.attainable = std::min(plan.compute, plan.memory);
  return plan;
}

Layer CompilerLayer(const LayerShape& shape) {
  Layer layer;
  layer.name = shape.name;
  layer.out_height = static_cast<int>(shape.oh);
  layer.out_width = static_cast<int>(shape.ow);
  layer.kernel_height = static_cast<int>(shape.kh);
  layer.kernel_width = static_cast<int>(shape.kw);
  layer.stride_y = static_cast<int>(shape.stride_h);
  layer.stride_x = static_cast<int>(shape.stride_w);
  for (int64_t map = 0; map < shape.oc; ++map) {
    OutputMap& output = layer.outputs.emplace_back();
    output.index = static_cast<int>(map);
    const int64_t first = map / shape.GroupOutputs() * shape.GroupInputs();
    for (int64_t input = first; input < first + shape.GroupInputs(); ++input) {
      output.inputs.push_back(static_cast<int>(input));
    }
  }
  return layer;
}

NetworkShape ShapesOf(const Network& network) {
  NetworkShape shapes;
  shapes.name = network.name;
  for (const Layer& layer : network.layers) {
    LayerShape& shape = shapes.layers.emplace_back();
    shape.name = layer.name;
    shape.oc = static_cast<int64_t>(layer.outputs.size());
    shape.ic = layer.InputMaps();
    shape.oh = layer.out_height;
    shape.ow = layer.out_width;
    shape.kh = layer.kernel_height;
    shape.kw = layer.kernel_width;
    shape.stride_h = layer.stride_y;
    shape.stride_w = layer.stride_x;
    if (layer.index > 0) {
      shape.from = {network.layers[static_cast<size_t>(layer.index) - 1].name};
    }
  }
  return shapes;
}

}  // namespace nve::planner
