// SPDX-License-Identifier: Apache-2.0
// A convolutional network as the compiler sees it: layers of feature maps, each output map a sum of
// windows over some maps of the layer before.
//
// Convolution and the average pooling after it are merged into one window of kernel_height x
// kernel_width moved by (stride_y, stride_x). Output (y, x) reads input rows y*stride_y to
// y*stride_y + kernel_height - 1 and the columns likewise; pixels beyond a map's right or lower
// edge are zero, and columns and rows nobody reads are ignored.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {

// One output map of a layer.
struct OutputMap {
  int index = 0;            // Position in its layer, 0-based.
  std::vector<int> inputs;  // Maps of the previous layer (or picture planes), in summing order.
  SourceLocation where;
};

struct Layer {
  int index = 0;     // Position in the network, 0-based.
  std::string name;  // "L1", "L2", ...: index + 1.
  int out_height = 0;
  int out_width = 0;
  int kernel_height = 0;
  int kernel_width = 0;
  int stride_y = 1;  // subHeight of the descriptor
  int stride_x = 1;  // subWidth of the descriptor
  std::vector<OutputMap> outputs;
  SourceLocation where;

  // Input maps the layer needs: one more than the largest index it lists.
  int InputMaps() const;
  // Input rows and columns that all windows together cover.
  int InputHeight() const { return (out_height - 1) * stride_y + kernel_height; }
  int InputWidth() const { return (out_width - 1) * stride_x + kernel_width; }
  // Number of kernels: input maps summed over the output maps.
  int Kernels() const;
  // Multiply-accumulates of the whole layer.
  long long Macs() const;
};

struct Network {
  std::string name;
  std::vector<Layer> layers;

  // What the first layer needs of the picture. At least one layer must be there.
  int InputMaps() const { return layers.front().InputMaps(); }
  int InputHeight() const { return layers.front().InputHeight(); }
  int InputWidth() const { return layers.front().InputWidth(); }
  // Multiply-accumulates of all layers.
  long long Macs() const;
};

}  // namespace nve
