#include "compiler/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "compiler/compile_layer.hpp"

namespace nve {
namespace {

const Schedule& ScheduleOfMap(const Window& window, int inputs, ShapeScheduler& scheduler) {
  return scheduler.Of(ProgramShape::OneMap(window, inputs)).schedule;
}

/// The most inputs of an output map that fit, below `inputs`, which do not; both needs grow with
/// the inputs.
int MostInputs(const Window& window, int inputs, ShapeScheduler& scheduler) {
  int fits = 0;
  while (inputs - fits > 1) {
    const int middle = (fits + inputs) / 2;
    (ScheduleOfMap(window, middle, scheduler).FitsBuffers() ? fits : inputs) = middle;
  }
  return fits;
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

void CheckBuffers(const Layer& layer, const CompilerPasses& passes, bool transposed,
                  Diagnostics& problems) {
  const Window window = ProblemOf(layer, passes).window;
  ShapeScheduler scheduler(passes);
  std::map<int, std::string> checked;  // by number of inputs: the problem, or ""
  for (const OutputMap& output : layer.outputs) {
    const int inputs = static_cast<int>(output.inputs.size());
    const auto [entry, is_new] = checked.try_emplace(inputs);
    if (is_new) {
      const Schedule& schedule = ScheduleOfMap(window, inputs, scheduler);
      if (schedule.FitsBuffers()) continue;
      const int most = MostInputs(window, inputs, scheduler);
      const std::string advice = most > 0
                                     ? fmt::format("at most {} inputs per map fit a {}", most,
                                                   KernelText(layer, transposed))
                                     : "no number of inputs fits this kernel: use a smaller one";
      entry->second = fmt::format(
          "{} inputs need {} instructions and {} local buffer words; available: {} and {}; {}",
          inputs, schedule.Instructions(), schedule.BufferWords(), arch::kInstructionWords,
          arch::kLocalWords, advice);
    }
    if (!entry->second.empty()) {
      problems.Error(output.where, fmt::format("output map {}: {}", output.index, entry->second));
    }
  }
}

void CheckAccumulators(const Layer& layer, const LayerWeights& weights, Diagnostics& problems) {
  constexpr int64_t kPixelMax = (1 << arch::kPixelBits) - 1;
  constexpr int64_t kHigh = std::numeric_limits<int32_t>::max();
  constexpr int64_t kLow = std::numeric_limits<int32_t>::min();
  for (size_t output = 0; output < layer.outputs.size(); ++output) {
    const int64_t bias = int64_t{weights.bias[output]} * (int64_t{1} << weights.bias_shift);
    int64_t high = bias;
    int64_t low = bias;
    // The order of summing matters to intermediate values, and each side's extreme bounds them all.
    for (const auto& kernel : weights.w[output]) {
      for (const int16_t weight : kernel) (weight > 0 ? high : low) += weight * kPixelMax;
    }
    if (high <= kHigh && low >= kLow) continue;
    problems.Error(
        layer.outputs[output].where,
        fmt::format("output map {}: accumulator can reach {} to {} with these weights; the "
                    "accumulators hold {} to {}: scale the weights down",
                    layer.outputs[output].index, low, high, kLow, kHigh));
  }
}

}  // namespace

void CheckFits(const Network& network, const Weights& weights, const CompilerPasses& passes,
               Vectors vectors, Diagnostics& problems) {
  const bool transposed = vectors == Vectors::kHorizontal;
  for (const Layer& layer : network.layers) {
    const std::string problem = WindowProblem(Window::Of(layer), transposed);
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
    CheckBuffers(layer, passes, transposed, problems);
    CheckAccumulators(layer, weights.layers[layer.index], problems);
  }
}

}  // namespace nve
