// SPDX-License-Identifier: Apache-2.0
// Convolution in doubles: for one output row, every tap adds its products to a row of sums.
#include "model/quantise/float_network.hpp"

#include <algorithm>
#include <cstdint>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {
namespace {

void AddKernel(const Layer& layer, const std::vector<double>& kernel, const FloatMaps& input,
               int map, int y, double* sums) {
  for (int ky = 0; ky < layer.kernel_height; ++ky) {
    const int from = y * layer.stride_y + ky;
    if (from >= input.height) break;
    const double* values = input.Row(map, from);
    for (int kx = 0; kx < std::min(layer.kernel_width, input.width); ++kx) {
      const double weight = kernel[static_cast<size_t>(ky) * layer.kernel_width + kx];
      const int present = (input.width - 1 - kx) / layer.stride_x + 1;
      const int columns = std::min(layer.out_width, present);
      const double* at = values + kx;
      for (int x = 0; x < columns; ++x, at += layer.stride_x) sums[x] += weight * *at;
    }
  }
}

FloatMaps RunFloatLayer(const Layer& layer, const FloatLayer& weights, const FloatMaps& input,
                        bool last) {
  FloatMaps output(static_cast<int>(layer.outputs.size()), layer.out_height, layer.out_width);
  for (int m = 0; m < output.maps; ++m) {
    const std::vector<int>& inputs = layer.outputs[static_cast<size_t>(m)].inputs;
    for (int y = 0; y < output.height; ++y) {
      double* row = output.Row(m, y);
      std::fill_n(row, output.width, weights.bias[static_cast<size_t>(m)]);
      for (size_t i = 0; i < inputs.size(); ++i) {
        AddKernel(layer, weights.w[static_cast<size_t>(m)][i], input, inputs[i], y, row);
      }
      if (last) continue;
      std::transform(row, row + output.width, row,
                     [](double value) { return std::clamp(value, 0.0, 1.0); });
    }
  }
  return output;
}

}  // namespace

FloatMaps FloatMapsOf(const FeatureMaps& picture) {
  FloatMaps maps(picture.maps, picture.height, picture.width);
  std::transform(picture.pixels.begin(), picture.pixels.end(), maps.values.begin(),
                 [](uint8_t pixel) { return pixel / kPixelOfOne; });
  return maps;
}

std::vector<FloatMaps> RunFloatNetwork(const Network& network, const FloatWeights& weights,
                                       const FeatureMaps& picture) {
  NVE_CHECK(weights.layers.size() == network.layers.size(), "weights of another network");
  NVE_CHECK(picture.maps >= network.InputMaps(), "a picture has all maps that are read");
  std::vector<FloatMaps> outputs;
  outputs.reserve(network.layers.size());
  const FloatMaps input = FloatMapsOf(picture);
  for (size_t i = 0; i < network.layers.size(); ++i) {
    outputs.push_back(RunFloatLayer(network.layers[i], weights.layers[i],
                                    i == 0 ? input : outputs[i - 1],
                                    i + 1 == network.layers.size()));
  }
  return outputs;
}

}  // namespace nve
