// SPDX-License-Identifier: Apache-2.0
#include "compiler/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "compiler/map_limits.hpp"

namespace nve {
namespace {

/// The passes with one choice left open; `option` is what makes it.
struct Opened {
  std::string option;
  CompilerPasses passes;
};

std::vector<Opened> EachChoiceOpened(const CompilerPasses& passes) {
  const CompilerPasses& open = *FindPreset("default");
  std::vector<Opened> all(4, {"", passes});
  all[0].option = "--half-vectors";
  all[0].passes.half_vectors = open.half_vectors;
  all[1].option = "--packing";
  all[1].passes.packing = open.packing;
  all[1].passes.freedom.packing = true;
  all[2].option = "--scheduler";
  all[2].passes.scheduler = open.scheduler;
  all[2].passes.freedom.scheduler = true;
  all[3].option = "--folding";
  all[3].passes.folding = open.folding;
  all[3].passes.freedom.folding = true;
  return all;
}

/// The choice other than those given with which the layer fits: "; it fits with --packing off", or
/// "" if there is none.
std::string FittingChoice(const Layer& layer, const CompilerPasses& passes,
                          const arch::Sizes& sizes) {
  for (const Opened& opened : EachChoiceOpened(passes)) {
    MapLimits fit(layer, opened.passes, sizes);
    const CompilerPasses* fitting = fit.Fitting();
    if (fitting == nullptr) continue;
    for (const PassChoice& choice : ChoicesOf(*fitting)) {
      if (choice.option != opened.option) continue;
      return fmt::format("; it fits with {} {}", choice.option, choice.value);
    }
  }
  const CompilerPasses& open = *FindPreset("default");
  return MapLimits(layer, open, sizes).Fitting() != nullptr ? "; it fits with --preset default"
                                                            : "";
}

/// "5x3 kernel with steps 2x1", height and width as in the descriptor.
std::string KernelText(const Layer& layer, bool transposed) {
  int height = layer.kernel_height;
  int width = layer.kernel_width;
  int stride_y = layer.stride_y;
  int stride_x = layer.stride_x;
  if (transposed) {
    std::swap(height, width);
    std::swap(stride_y, stride_x);
  }
  return fmt::format("{}x{} kernel with steps {}x{}", height, width, stride_y, stride_x);
}

/// " and 3 more output maps": after the first of several with the same problem.
std::string OthersText(int64_t others) {
  if (others == 0) return "";
  return fmt::format(" and {} more output map{}", others, others == 1 ? "" : "s");
}

void CheckBuffers(const Layer& layer, const CompilerPasses& passes, bool transposed,
                  const arch::Sizes& sizes, Diagnostics& problems) {
  MapLimits fit(layer, passes, sizes);
  if (fit.Fitting() != nullptr) return;
  const auto too_large = [&](const OutputMap& output) {
    return !fit.Fits(static_cast<int>(output.inputs.size()));
  };
  const auto first = std::find_if(layer.outputs.begin(), layer.outputs.end(), too_large);
  NVE_CHECK(first != layer.outputs.end(), "needs of a map grow with its inputs in every way");
  const int inputs = static_cast<int>(first->inputs.size());
  const Schedule& schedule = fit.Shortest(inputs);
  const int most = fit.MostInputs(inputs);
  const std::string advice = most > 0 ? fmt::format("at most {} inputs per map fit a {}", most,
                                                    KernelText(layer, transposed))
                                      : "no number of inputs fits this kernel: use a smaller one";
  problems.Error(
      first->where,
      fmt::format("output map {}{}: {} inputs need {} instructions and {} local buffer words; "
                  "available: {} and {}; {}{}",
                  first->index,
                  OthersText(std::count_if(first + 1, layer.outputs.end(), too_large)), inputs,
                  schedule.Instructions(), schedule.BufferWords(), sizes.instruction_words,
                  sizes.local_words, advice, FittingChoice(layer, passes, sizes)));
}

/// What the sums of an output map lie between.
struct Range {
  int64_t low = 0;
  int64_t high = 0;
};

// The order of summing matters to intermediate values, and each side's extreme bounds them all.
Range RangeOfSums(const LayerWeights& weights, size_t output) {
  constexpr int64_t kPixelMax = (1 << arch::kPixelBits) - 1;
  const int64_t bias = int64_t{weights.bias[output]} * (int64_t{1} << weights.bias_shift);
  Range range = {bias, bias};
  for (const auto& kernel : weights.w[output]) {
    for (const int16_t weight : kernel) {
      (weight > 0 ? range.high : range.low) += weight * kPixelMax;
    }
  }
  return range;
}

void CheckAccumulators(const Layer& layer, const LayerWeights& weights, Diagnostics& problems) {
  constexpr int64_t kHigh = std::numeric_limits<int32_t>::max();
  constexpr int64_t kLow = std::numeric_limits<int32_t>::min();
  Range first_range;
  const OutputMap* first = nullptr;
  int64_t others = 0;
  for (size_t output = 0; output < layer.outputs.size(); ++output) {
    const Range range = RangeOfSums(weights, output);
    if (range.high <= kHigh && range.low >= kLow) continue;
    if (first != nullptr) {
      ++others;
      continue;
    }
    first = &layer.outputs[output];
    first_range = range;
  }
  if (first == nullptr) return;
  problems.Error(
      first->where,
      fmt::format("output map {}{}: accumulator can reach {} to {} with these weights; the "
                  "accumulators hold {} to {}: scale the weights down",
                  first->index, OthersText(others), first_range.low, first_range.high, kLow,
                  kHigh));
}

void CheckShifts(const Layer& layer, const LayerWeights& weights, const arch::Sizes& sizes,
                 Diagnostics& problems) {
  const auto check = [&](const char* name, int found, int most) {
    if (found <= most) return;
    problems.Error(layer.where,
                   fmt::format("layer {}: found {} {} among the weights, allowed: 0 to "
                               "{} on this machine",
                               layer.name, name, found, most));
  };
  check("bias_shift", weights.bias_shift, sizes.max_bias_shift);
  check("act_shift", weights.act_shift, sizes.max_act_shift);
}

}  // namespace

void CheckLimits(const Network& network, const Weights& weights, const CompilerPasses& passes,
                 Vectors vectors, const arch::Sizes& sizes, Diagnostics& problems) {
  const bool transposed = vectors == Vectors::kHorizontal;
  for (const Layer& layer : network.layers) {
    const std::string problem = WindowProblem(Window::Of(layer, sizes), transposed);
    if (!problem.empty()) {
      problems.Error(layer.where, fmt::format("layer {}: {}", layer.name, problem));
      continue;
    }
    if (layer.out_width > std::numeric_limits<uint16_t>::max()) {
      problems.Error(
          layer.where,
          fmt::format("layer {}: {} output {}; allowed: at most {}", layer.name, layer.out_width,
                      transposed ? "rows" : "columns", std::numeric_limits<uint16_t>::max()));
    }
    CheckBuffers(layer, passes, transposed, sizes, problems);
    CheckAccumulators(layer, weights.layers[layer.index], problems);
    CheckShifts(layer, weights.layers[layer.index], sizes, problems);
  }
}

}  // namespace nve
