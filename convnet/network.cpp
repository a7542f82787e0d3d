// SPDX-License-Identifier: Apache-2.0
// Derived sizes of layers and networks.
#include "convnet/network.hpp"

#include <algorithm>

namespace nve {

int Layer::InputMaps() const {
  int maps = 0;
  for (const OutputMap& output : outputs) {
    for (const int input : output.inputs) maps = std::max(maps, input + 1);
  }
  return maps;
}

int Layer::Kernels() const {
  int kernels = 0;
  for (const OutputMap& output : outputs) kernels += static_cast<int>(output.inputs.size());
  return kernels;
}

long long Layer::Macs() const {
  return 1LL * Kernels() * kernel_height * kernel_width * out_height * out_width;
}

long long Network::Macs() const {
  long long macs = 0;
  for (const Layer& layer : layers) macs += layer.Macs();
  return macs;
}

}  // namespace nve
