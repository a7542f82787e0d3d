// SPDX-License-Identifier: Apache-2.0
#include "compiler/transpose.hpp"

#include <utility>

namespace nve {

Network Transposed(const Network& network) {
  Network transposed = network;
  for (Layer& layer : transposed.layers) {
    std::swap(layer.out_height, layer.out_width);
    std::swap(layer.kernel_height, layer.kernel_width);
    std::swap(layer.stride_y, layer.stride_x);
  }
  return transposed;
}

Weights Transposed(const Weights& weights, const Network& network) {
  Weights transposed = weights;
  for (const Layer& layer : network.layers) {
    const auto height = static_cast<size_t>(layer.kernel_height);
    const auto width = static_cast<size_t>(layer.kernel_width);
    for (auto& inputs : transposed.layers[static_cast<size_t>(layer.index)].w) {
      for (std::vector<int16_t>& kernel : inputs) {
        const std::vector<int16_t> upright = kernel;
        for (size_t y = 0; y < height; ++y) {
          for (size_t x = 0; x < width; ++x) kernel[x * height + y] = upright[y * width + x];
        }
      }
    }
  }
  return transposed;
}

}  // namespace nve
