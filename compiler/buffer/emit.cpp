// SPDX-License-Identifier: Apache-2.0
#include "compiler/buffer/emit.hpp"

#include <algorithm>

#include "compiler/buffer/operation_code.hpp"
#include "program/settings.hpp"

namespace nve {
namespace {

/// Value of a label. Weights are stored per output map in the order of its own input list.
uint16_t CoefficientOf(const CoefficientLabel& label, const ProgramShape& shape,
                       const LayerWeights& weights, const std::vector<int>& outputs) {
  if (label.kind == CoefficientLabel::Kind::kNone) return 0;
  const auto output = static_cast<size_t>(outputs[static_cast<size_t>(label.output)]);
  if (label.kind == CoefficientLabel::Kind::kBias)
    return static_cast<uint16_t>(weights.bias[output]);
  const std::vector<int>& inputs = shape.inputs_of_output[static_cast<size_t>(label.output)];
  const auto input = std::find(inputs.begin(), inputs.end(), label.input) - inputs.begin();
  const int tap = label.ky * shape.window.width + label.kx;
  return static_cast<uint16_t>(
      weights.w[output][static_cast<size_t>(input)][static_cast<size_t>(tap)]);
}

}  // namespace

std::vector<uint64_t> EmitCode(const Schedule& schedule, const Allocation& allocation,
                               const Ramps& ramps) {
  const Window& window = schedule.shape.window;
  std::vector<Instruction> code(schedule.initial.size());
  for (size_t k = 0; k < code.size(); ++k) {
    const Operation& write = schedule.initial[k];
    SetOperation(code[k], write, window, InitialAddress(allocation, write.ref));
  }
  code.insert(code.end(), ramps.prologue.begin(), ramps.prologue.end());
  std::vector<Instruction> repeated(schedule.length);
  for (const Placed& placed : schedule.operations) {
    const int iteration = ramps.passes - placed.stage;  // in the first pass of the repeated part
    SetOperation(repeated[placed.cycle], placed.operation, window,
                 RepeatedAddress(allocation, placed.operation.ref, iteration));
  }
  code.insert(code.end(), repeated.begin(), repeated.end());
  code.insert(code.end(), ramps.epilogue.begin(), ramps.epilogue.end());
  std::vector<uint64_t> words(code.size());
  std::transform(code.begin(), code.end(), words.begin(), Encode);
  return words;
}

std::vector<uint64_t> EmitCoefficients(const Schedule& schedule, const LayerWeights& weights,
                                       const std::vector<int>& outputs) {
  std::vector<uint64_t> words;
  for (const CoefficientWordLabels& labels : schedule.coefficient_words) {
    uint64_t word = 0;
    for (int k = 0; k < arch::kRwEntries; ++k) {
      const uint64_t value =
          CoefficientOf(labels[static_cast<size_t>(k)], schedule.shape, weights, outputs);
      word |= value << (k * arch::kWeightBits);
    }
    words.push_back(word);
  }
  return words;
}

Settings EmitSettings(const Schedule& schedule, const Allocation& allocation, const Layer& layer,
                      const LayerWeights& weights, const Ramps& ramps) {
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
  const int first = schedule.InitialInstructions() + static_cast<int>(ramps.prologue.size());
  const int size = schedule.Instructions() + ramps.Instructions();
  Settings settings = DefaultSettings(static_cast<size_t>(size));
  settings["REPEAT_FIRST"] = u32(first);
  settings["REPEAT_LAST"] = u32(first + schedule.length - 1);
  settings["ITERATIONS"] = u32(layer.out_width - ramps.passes);
  settings["EXTRA"] = u32(schedule.extra - ramps.passes);
  settings["STRIDE"] = u32(schedule.shape.window.LaneStride());
  settings["BIAS_SHIFT"] = u32(weights.bias_shift);
  settings["ACT_SHIFT"] = u32(weights.act_shift);
  settings["AGU_INC1"] = u32(allocation.Inc());
  settings["AGU_TOGGLE1"] = u32(allocation.Toggle());
  return settings;
}

}  // namespace nve
