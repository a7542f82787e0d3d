// SPDX-License-Identifier: Apache-2.0
// Channels, then rows and columns with their zeros: see conv_fit.hpp.
#include "planner/ir/conv_fit.hpp"

#include <fmt/format.h>

#include "planner/mapping/executed.hpp"

namespace nve::planner {
namespace {

struct Part {
  IrSizes first;
  IrSizes sizes;
};

Part PartOf(const PlanIr& ir, const IrTileRef& ref) {
  const IrTile& tile = ir.TileAt(ref);
  return {IndicesOf(tile.offset, ir.SizesOf(ref.tensor)), tile.sizes};
}

std::string Range(int64_t first, int64_t count) {
  return fmt::format("{} to {}", first, first + count - 1);
}

std::string ChannelProblem(const LayerShape& layer, const Part& output, const Part& input,
                           const Part& weight) {
  const int64_t group = output.first[kChannel] / layer.GroupOutputs();
  const int64_t first_input = group * layer.GroupInputs() + weight.first[kWeightInputs];
  if (weight.first[kWeightOutputs] != output.first[kChannel] ||
      weight.sizes[kWeightOutputs] != output.sizes[kChannel]) {
    return fmt::format("found weights of output channels {}, allowed: {}, those of the output tile",
                       Range(weight.first[kWeightOutputs], weight.sizes[kWeightOutputs]),
                       Range(output.first[kChannel], output.sizes[kChannel]));
  }
  if (input.first[kChannel] != first_input ||
      input.sizes[kChannel] != weight.sizes[kWeightInputs]) {
    return fmt::format("found input channels {}, allowed: {}, those of the weights",
                       Range(input.first[kChannel], input.sizes[kChannel]),
                       Range(first_input, weight.sizes[kWeightInputs]));
  }
  return "";
}

// One axis.
std::string LineProblem(const char* lines, const InputLines& found, const InputLines& allowed) {
  if (found == allowed) return "";
  const auto text = [](const InputLines& what) {
    return fmt::format("{} with {} and {} of zeros", Range(what.first, what.count), what.before,
                       what.after);
  };
  return fmt::format("found {} {}, allowed: {}, which the output tile reads", lines, text(found),
                     text(allowed));
}

}  // namespace

std::string ConvProblem(const PlanIr& ir, const LayerShape& layer, const ConvStep& conv) {
  if (conv.stride_h != layer.stride_h || conv.stride_w != layer.stride_w) {
    return fmt::format("found stride ({},{}), allowed: ({},{}), that of the other CONVs",
                       conv.stride_h, conv.stride_w, layer.stride_h, layer.stride_w);
  }
  const Part output = PartOf(ir, {IrTensor::kOutput, conv.output});
  const Part input = PartOf(ir, {IrTensor::kInput, conv.input});
  const Part weight = PartOf(ir, {IrTensor::kWeight, conv.weight});
  std::string problem = ChannelProblem(layer, output, input, weight);
  if (!problem.empty()) return problem;
  const IrPadding& zeros = conv.padding;
  problem = LineProblem(
      "rows", {input.first[kRow], input.sizes[kRow], zeros.top, zeros.bottom},
      LinesOf(RowSpan(layer, Convention::kStored), output.first[kRow], output.sizes[kRow]));
  if (!problem.empty()) return problem;
  return LineProblem("columns",
                     {input.first[kColumn], input.sizes[kColumn], zeros.left, zeros.right},
                     LinesOf(ColumnSpan(layer, Convention::kStored), output.first[kColumn],
                             output.sizes[kColumn]));
}

}  // namespace nve::planner
