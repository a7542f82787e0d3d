// SPDX-License-Identifier: Apache-2.0
// Plain integer convolution, arranged so that the compiler can vectorise it: for one output row,
// every tap adds weight * pixel to a row of 32-bit accumulators. Unsigned arithmetic gives the
// wrap-around.
#include "model/reference/reference.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {
namespace {

// acc[x] += weight * pixels[x * stride]
void AddTap(uint32_t* acc, const uint8_t* pixels, int count, int stride, int16_t weight) {
  const auto factor = static_cast<uint32_t>(int32_t{weight});
  if (stride == 1) {
    for (int x = 0; x < count; ++x) acc[x] += factor * pixels[x];
  } else {
    for (int x = 0; x < count; ++x) acc[x] += factor * pixels[static_cast<size_t>(x) * stride];
  }
}

// Adds one kernel's share to the accumulators of output row `y`. Pixels beyond the edges are zero
// and add nothing, so rows and columns there are left out.
void AddKernel(const Layer& layer, const std::vector<int16_t>& kernel, const FeatureMaps& input,
               int map, int y, uint32_t* acc) {
  for (int ky = 0; ky < layer.kernel_height; ++ky) {
    const int row = y * layer.stride_y + ky;
    if (row >= input.height) break;
    for (int kx = 0; kx < layer.kernel_width; ++kx) {
      if (kx >= input.width) break;
      const int present = (input.width - 1 - kx) / layer.stride_x + 1;
      AddTap(acc, &input.pixels[input.Offset(map, row, kx)], std::min(layer.out_width, present),
             layer.stride_x, kernel[static_cast<size_t>(ky) * layer.kernel_width + kx]);
    }
  }
}

void CheckShapes(const Layer& layer, const LayerWeights& weights, const FeatureMaps& input) {
  NVE_CHECK(
      input.maps >= layer.InputMaps(),
      fmt::format("{} needs {} input maps, {} given", layer.name, layer.InputMaps(), input.maps));
  const size_t outputs = layer.outputs.size();
  NVE_CHECK(weights.w.size() == outputs && weights.bias.size() == outputs,
            fmt::format("{} with the weights of another layer", layer.name));
  const size_t taps = static_cast<size_t>(layer.kernel_height) * layer.kernel_width;
  for (size_t m = 0; m < outputs; ++m) {
    NVE_CHECK(weights.w[m].size() == layer.outputs[m].inputs.size(),
              fmt::format("{}: map {} with {} kernels", layer.name, m, weights.w[m].size()));
    for (const auto& kernel : weights.w[m]) {
      NVE_CHECK(kernel.size() == taps,
                fmt::format("{}: kernel of {} taps", layer.name, kernel.size()));
    }
  }
}

}  // namespace

int64_t TableIndex(const LayerWeights& weights, int32_t accumulator) {
  const int64_t round = weights.act_shift == 0 ? 0 : int64_t{1} << (weights.act_shift - 1);
  return (int64_t{accumulator} + round) >> weights.act_shift;
}

uint8_t Activate(const LayerWeights& weights, int32_t accumulator) {
  const int64_t index = TableIndex(weights, accumulator);
  constexpr int64_t kHalf = kTableEntries / 2;
  return weights.table[static_cast<size_t>(std::clamp(index, -kHalf, kHalf - 1) + kHalf)];
}

void VisitAccumulators(const Layer& layer, const LayerWeights& weights, const FeatureMaps& input,
                       const RowVisit& visit) {
  CheckShapes(layer, weights, input);
  std::vector<uint32_t> acc(static_cast<size_t>(layer.out_width));
  std::vector<int32_t> row(acc.size());
  for (int m = 0; m < static_cast<int>(layer.outputs.size()); ++m) {
    const std::vector<int>& inputs = layer.outputs[m].inputs;
    const uint32_t bias = static_cast<uint32_t>(int32_t{weights.bias[m]}) << weights.bias_shift;
    for (int y = 0; y < layer.out_height; ++y) {
      std::fill(acc.begin(), acc.end(), bias);
      for (size_t i = 0; i < inputs.size(); ++i) {
        AddKernel(layer, weights.w[m][i], input, inputs[i], y, acc.data());
      }
      std::transform(acc.begin(), acc.end(), row.begin(),
                     [](uint32_t sum) { return static_cast<int32_t>(sum); });
      visit(m, y, row);
    }
  }
}

FeatureMaps RunLayer(const Layer& layer, const LayerWeights& weights, const FeatureMaps& input) {
  FeatureMaps output(static_cast<int>(layer.outputs.size()), layer.out_height, layer.out_width);
  VisitAccumulators(layer, weights, input, [&](int m, int y, std::span<const int32_t> row) {
    std::transform(row.begin(), row.end(), &output.at(m, y, 0),
                   [&](int32_t sum) { return Activate(weights, sum); });
  });
  return output;
}

std::vector<FeatureMaps> RunNetwork(const Network& network, const Weights& weights,
                                    const FeatureMaps& picture) {
  NVE_CHECK(weights.layers.size() == network.layers.size(), "weights of another network");
  std::vector<FeatureMaps> outputs;
  outputs.reserve(network.layers.size());
  for (size_t i = 0; i < network.layers.size(); ++i) {
    outputs.push_back(
        RunLayer(network.layers[i], weights.layers[i], i == 0 ? picture : outputs[i - 1]));
  }
  return outputs;
}

std::vector<FeatureMaps> RunPictures(const Network& network, const Weights& weights,
                                     const FeatureMaps& maps, int pictures) {
  if (pictures == 1) return RunNetwork(network, weights, maps);
  const size_t size = size_t{1} * network.InputMaps() * maps.height * maps.width;
  NVE_CHECK(maps.pixels.size() >= size * pictures, "maps of fewer pictures");
  std::vector<FeatureMaps> outputs(network.layers.size());
  for (int picture = 0; picture < pictures; ++picture) {
    const auto begin = maps.pixels.begin() + static_cast<int64_t>(size) * picture;
    const std::vector<FeatureMaps> layers =
        RunNetwork(network, weights,
                   {network.InputMaps(), maps.height, maps.width,
                    std::vector<uint8_t>(begin, begin + static_cast<int64_t>(size))});
    for (size_t i = 0; i < layers.size(); ++i) {
      outputs[i].maps += layers[i].maps;
      outputs[i].height = layers[i].height;
      outputs[i].width = layers[i].width;
      outputs[i].pixels.insert(outputs[i].pixels.end(), layers[i].pixels.begin(),
                               layers[i].pixels.end());
    }
  }
  return outputs;
}

}  // namespace nve
