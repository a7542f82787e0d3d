// SPDX-License-Identifier: Apache-2.0
// Lists the operations of an iteration.
#include "compiler/schedule/sequence.hpp"

namespace nve {

namespace {

/// Of the coefficient with this number in its map.
WordStart StartOf(int coefficient, Packing packing) {
  if (packing == Packing::kAcross) return WordStart::kMay;
  if (coefficient == 0) return WordStart::kMust;
  if (packing == Packing::kWords) return WordStart::kMay;
  return coefficient % arch::kRwEntries == 0 ? WordStart::kMust : WordStart::kMustNot;
}

}  // namespace

OperationSequence SequenceOf(const ProgramShape& shape, Packing packing) {
  const std::vector<ImageStep> steps = ImageSteps(shape.window);
  OperationSequence sequence;
  const auto done = [&] { return static_cast<int>(sequence.image.size()); };
  for (int output = 0; output < shape.Outputs(); ++output) {
    int coefficient = 0;
    const auto start = [&] { return StartOf(coefficient++, packing); };
    sequence.vmac.push_back(
        {true, {CoefficientLabel::Kind::kBias, output, 0, 0, 0}, done(), start()});
    for (const int input : shape.inputs_of_output[output]) {
      for (int column = 0; column < shape.window.width; ++column) {
        for (const ImageStep& step : steps) {
          sequence.image.push_back({step, input, column});
          if (step.row < 0) continue;
          sequence.vmac.push_back(
              {false,
               {CoefficientLabel::Kind::kWeight, output, input, step.row, column},
               done(),
               start()});
        }
      }
    }
  }
  return sequence;
}

}  // namespace nve
