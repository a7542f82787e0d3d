// SPDX-License-Identifier: Apache-2.0
// Random layers and memories, small enough to look at everything.
#pragma once

#include <random>

#include "planner/mapping/hardware.hpp"

namespace nve::planner {

class Draw {
 public:
  explicit Draw(unsigned seed) : engine_(seed) {}

  int64_t In(int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(engine_);
  }

  LayerShape Layer() {
    LayerShape layer;
    layer.groups = In(0, 4) == 0 ? In(2, 3) : 1;
    layer.oc = layer.groups * In(1, 12);
    layer.ic = layer.groups * In(1, 12);
    layer.oh = In(1, 12);
    layer.ow = In(1, 9);
    layer.kh = In(1, 4);
    layer.kw = In(1, 4);
    layer.stride_h = In(1, layer.kh);
    layer.stride_w = In(1, layer.kw);
    layer.pad_h = In(0, (layer.kh - 1) / 2);
    layer.pad_w = In(0, (layer.kw - 1) / 2);
    return layer;
  }

  Hardware Memories() {
    Hardware hardware;
    hardware.mem_words = {In(4, 600), In(4, 400), In(1, 500)};
    hardware.pe_len = {In(1, 4), In(1, 4)};
    hardware.pe_mapping[0] = {Loop::kIc};
    hardware.pe_mapping[1] = {Loop::kOc};
    return hardware;
  }

 private:
  std::mt19937 engine_;
};

}  // namespace nve::planner
