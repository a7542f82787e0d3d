// Lists the operations of an iteration.
#include "compiler/schedule/sequence.hpp"

namespace nve {

OperationSequence SequenceOf(const ProgramShape& shape) {
  const std::vector<ImageStep> steps = ImageSteps(shape.window);
  OperationSequence sequence;
  const auto done = [&] { return static_cast<int>(sequence.image.size()); };
  for (int output = 0; output < shape.Outputs(); ++output) {
    sequence.vmac.push_back({true, {CoefficientLabel::Kind::kBias, output, 0, 0, 0}, done()});
    for (const int input : shape.inputs_of_output[output]) {
      for (int column = 0; column < shape.window.width; ++column) {
        for (const ImageStep& step : steps) {
          sequence.image.push_back({step, input, column});
          if (step.row < 0) continue;
          sequence.vmac.push_back(
              {false, {CoefficientLabel::Kind::kWeight, output, input, step.row, column}, done()});
        }
      }
    }
  }
  return sequence;
}

}  // namespace nve
