// SPDX-License-Identifier: Apache-2.0
// Kernel, stride and padding of a convolution or pooling, and how many windows a map has.
#pragma once

#include <cstdint>

#include "planner/shapes/layer_shape.hpp"

namespace nve::planner {

/// What slides over a map. Padding is that of one side; both sides have it.
struct SlidingWindow {
  int64_t kernel_h = 1;
  int64_t kernel_w = 1;
  int64_t stride_h = 1;
  int64_t stride_w = 1;
  int64_t pad_h = 0;
  int64_t pad_w = 0;

  static SlidingWindow Square(int64_t kernel, int64_t stride = 1, int64_t pad = 0) {
    return {kernel, kernel, stride, stride, pad, pad};
  }
};

/// What becomes of rows and columns that fill no whole stride.
enum class Rounding {
  kDown,  ///< they are not read
  kUp     ///< one more window reads them, if it begins within the map
};

/// The windows along one axis of `in` rows or columns; 0 if not even one fits.
int64_t Windows(int64_t in, int64_t kernel, int64_t stride, int64_t pad, Rounding rounding);

/// A layer of one channel that has this window.
LayerShape WithWindow(const SlidingWindow& window);

}  // namespace nve::planner
