// SPDX-License-Identifier: Apache-2.0
// Layers for tests, without a descriptor.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "convnet/network.hpp"

namespace nve {

// Square kernels; `inputs` has a list per output map. The size is that of one output.
inline Layer SmallLayer(int index, int kernel, int stride, std::vector<std::vector<int>> inputs) {
  Layer layer;
  layer.index = index;
  layer.name = "L" + std::to_string(index + 1);
  layer.out_height = layer.out_width = 1;
  layer.kernel_height = layer.kernel_width = kernel;
  layer.stride_y = layer.stride_x = stride;
  for (auto& list : inputs) {
    layer.outputs.push_back({static_cast<int>(layer.outputs.size()), std::move(list), {}});
  }
  return layer;
}

}  // namespace nve
