// SPDX-License-Identifier: Apache-2.0
// Maps of operations, by their order: maps follow one another in every slot.
#include "compiler/report/operation_maps.hpp"

#include <algorithm>
#include <functional>

namespace nve {
namespace {

/// Positions of the operations that `wanted` picks, in the order of one iteration.
std::vector<size_t> InOrder(const Schedule& schedule,
                            const std::function<bool(const Operation&)>& wanted) {
  std::vector<size_t> picked;
  for (size_t k = 0; k < schedule.operations.size(); ++k) {
    if (wanted(schedule.operations[k].operation)) picked.push_back(k);
  }
  const auto time = [&](size_t k) {
    const Placed& placed = schedule.operations[k];
    return placed.stage * schedule.length + placed.cycle;
  };
  std::sort(picked.begin(), picked.end(), [&](size_t a, size_t b) { return time(a) < time(b); });
  return picked;
}

}  // namespace

std::vector<int> MapsOfOperations(const Schedule& schedule) {
  const ProgramShape& shape = schedule.shape;
  std::vector<int> maps(schedule.operations.size(), -1);
  // Map o has `per_kernel` operations for every kernel and `once` more.
  const auto assign = [&](size_t per_kernel, size_t once, const auto& wanted) {
    const std::vector<size_t> picked = InOrder(schedule, wanted);
    size_t next = 0;
    for (int output = 0; output < shape.Outputs(); ++output) {
      const size_t kernels = shape.inputs_of_output[static_cast<size_t>(output)].size();
      for (size_t k = 0; k < kernels * per_kernel + once; ++k) {
        NVE_CHECK(next < picked.size(), "every output map has its operations");
        maps[picked[next++]] = output;
      }
    }
    NVE_CHECK(next == picked.size(), "every operation has its output map");
  };
  const std::vector<ImageStep> steps = ImageSteps(shape.window);
  const auto width = static_cast<size_t>(shape.window.width);
  const auto count = [&](const auto& has) {
    return width * static_cast<size_t>(std::count_if(steps.begin(), steps.end(), has));
  };
  const auto in = [](Slot slot) { return [slot](const Operation& op) { return op.slot == slot; }; };
  const auto pixels = [](Slot slot) {
    return [slot](const Operation& op) {
      return op.slot == slot && op.kind == OpKind::kRd && op.ref.kind == WordRef::Kind::kPixels;
    };
  };
  const auto taps = static_cast<size_t>(shape.window.Taps());
  assign(taps, 1, in(Slot::kVmac));
  assign(taps, 1, in(Slot::kWreg));
  assign(width * steps.size(), 0, in(Slot::kIreg));
  assign(count([](const ImageStep& s) { return s.word_a >= 0; }), 0, pixels(Slot::kMemA));
  assign(count([](const ImageStep& s) { return s.word_b >= 0; }), 0, pixels(Slot::kMemB));
  assign(0, static_cast<size_t>(shape.window.rows / arch::kActLanes), in(Slot::kAct));
  for (size_t k = 0; k < maps.size(); ++k) {
    const WordRef& ref = schedule.operations[k].operation.ref;
    if (ref.kind != WordRef::Kind::kCoefficients) continue;
    maps[k] = schedule.coefficient_words[static_cast<size_t>(ref.index)][0].output;
  }
  return maps;
}

}  // namespace nve
