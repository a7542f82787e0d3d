// SPDX-License-Identifier: Apache-2.0
// Resource bounds of the repeated part.
#include "compiler/schedule/bound.hpp"

#include <algorithm>

namespace nve {

int ResourceBound::Max() const { return std::max({vmac, wreg, ireg, mema, memb}); }

ProgramCounts CountsOf(const ProgramShape& shape) {
  return {shape.Kernels(), shape.Outputs(), shape.inputs};
}

int PortASets(const Window& window, const ProgramCounts& counts) {
  const std::vector<ImageStep> steps = ImageSteps(window);
  const auto sets = std::count_if(steps.begin(), steps.end(),
                                  [](const ImageStep& step) { return step.word_a >= 0; });
  return counts.kernels * window.width * static_cast<int>(sets);
}

int NewWordCount(const Window& window, const ProgramCounts& counts) {
  return counts.inputs * window.stride_x * window.WordsPerColumn();
}

int LeastCoefficientWords(const Window& window, const ProgramCounts& counts) {
  const int coefficients = counts.kernels * window.Taps() + counts.outputs;
  return (coefficients + arch::kRwEntries - 1) / arch::kRwEntries;
}

ResourceBound BoundOf(const Window& window, const ProgramCounts& counts) {
  const std::vector<ImageStep> steps = ImageSteps(window);
  const int columns = counts.kernels * window.width;
  const auto port_b = std::count_if(steps.begin(), steps.end(),
                                    [](const ImageStep& step) { return step.word_b >= 0; });
  ResourceBound bound;
  bound.vmac = counts.kernels * window.Taps() + counts.outputs;
  bound.wreg = bound.vmac;
  bound.ireg = columns * static_cast<int>(steps.size());
  bound.mema = PortASets(window, counts) + LeastCoefficientWords(window, counts) +
               NewWordCount(window, counts);
  bound.memb = columns * static_cast<int>(port_b);
  return bound;
}

}  // namespace nve
