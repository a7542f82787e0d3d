// SPDX-License-Identifier: Apache-2.0
// Program shapes: sizes, the order of the coefficients, and names for tables.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/graph/task_graph.hpp"

namespace nve {

ProgramShape ProgramShape::OneMap(const Window& window, int inputs) {
  ProgramShape shape;
  shape.window = window;
  shape.inputs = inputs;
  shape.inputs_of_output.assign(1, {});
  for (int input = 0; input < inputs; ++input) shape.inputs_of_output[0].push_back(input);
  return shape;
}

int ProgramShape::Kernels() const {
  size_t kernels = 0;
  for (const std::vector<int>& inputs_of : inputs_of_output) kernels += inputs_of.size();
  return static_cast<int>(kernels);
}

std::string PixelName(const ProgramShape& shape, const WordRef& ref) {
  const std::string map = shape.inputs == 1 ? "" : fmt::format("{}", ref.input);
  return fmt::format("[s{}(i+{}) word{}]", map, ref.column, ref.word);
}

std::string CoefficientName(const ProgramShape& shape, const CoefficientLabel& label) {
  const bool one = shape.Outputs() == 1;
  const std::vector<int>& inputs = shape.inputs_of_output[label.output];
  if (label.kind == CoefficientLabel::Kind::kBias) {
    return one ? "b" : fmt::format("b{}", label.output);
  }
  const auto position = std::find(inputs.begin(), inputs.end(), label.input) - inputs.begin();
  const auto number = position * shape.window.Taps() + label.kx * shape.window.height + label.ky;
  return one ? fmt::format("w{}", number) : fmt::format("w{}.{}", label.output, number);
}

std::string CoefficientWordName(const ProgramShape& shape, const CoefficientWordLabels& labels) {
  std::vector<std::string> names;
  for (const CoefficientLabel& label : labels) {
    const bool none = label.kind == CoefficientLabel::Kind::kNone;
    names.push_back(none ? "-" : CoefficientName(shape, label));
    if (none) break;
  }
  return fmt::format("[{}]", fmt::join(names, " "));
}

std::vector<CoefficientLabel> CoefficientOrder(const ProgramShape& shape, int output) {
  const std::vector<ImageStep> steps = ImageSteps(shape.window);
  std::vector<CoefficientLabel> order = {{CoefficientLabel::Kind::kBias, output, 0, 0, 0}};
  for (const int input : shape.inputs_of_output[output]) {
    for (int column = 0; column < shape.window.width; ++column) {
      for (const ImageStep& step : steps) {
        if (step.row < 0) continue;
        order.push_back({CoefficientLabel::Kind::kWeight, output, input, step.row, column});
      }
    }
  }
  return order;
}

OpKind KindOf(const ImageStep& step) {
  switch (step.kind) {
    case ImageStep::Kind::kSet:
      return OpKind::kSetRi;
    case ImageStep::Kind::kSetShift:
      return OpKind::kSetshRi;
    case ImageStep::Kind::kSetShiftHigh:
      return OpKind::kSetshHiRi;
    case ImageStep::Kind::kShift:
      break;
  }
  return OpKind::kShRi;
}

std::string StepLabel(const ImageStep& step) {
  switch (step.kind) {
    case ImageStep::Kind::kSet: {
      if (step.word_a < 0) return fmt::format("set ri[{}]", step.word_b);
      const char between = step.word_b == step.word_a + 1 ? '-' : ',';
      return fmt::format("set ri[{}{}{}]", step.word_a, between, step.word_b);
    }
    case ImageStep::Kind::kSetShift:
      return fmt::format("setsh ri[{}]", step.word_b);
    case ImageStep::Kind::kSetShiftHigh:
      return fmt::format("setsh ri[{} hi]", step.word_b);
    case ImageStep::Kind::kShift:
      break;
  }
  return "sh ri";
}

}  // namespace nve
