// SPDX-License-Identifier: Apache-2.0
// Sizes of what slides over a map: see sliding_window.hpp.
#include "planner/shapes/sliding_window.hpp"

namespace nve::planner {

int64_t Windows(int64_t in, int64_t kernel, int64_t stride, int64_t pad, Rounding rounding) {
  const int64_t steps = in + 2 * pad - kernel;
  if (steps < 0) return 0;
  const int64_t down = steps / stride + 1;
  const bool one_more =
      rounding == Rounding::kUp && steps % stride != 0 && down * stride < in + pad;
  return one_more ? down + 1 : down;
}

LayerShape WithWindow(const SlidingWindow& window) {
  LayerShape layer;
  layer.kh = window.kernel_h;
  layer.kw = window.kernel_w;
  layer.stride_h = window.stride_h;
  layer.stride_w = window.stride_w;
  layer.pad_h = window.pad_h;
  layer.pad_w = window.pad_w;
  return layer;
}

}  // namespace nve::planner
