// SPDX-License-Identifier: Apache-2.0
// What a network of float weights computes, in doubles and by plain convolution: what quantised
// weights are compared with. It knows nothing of integers, shifts and tables.
#pragma once

#include <cstddef>
#include <vector>

#include "base/images/feature_maps.hpp"
#include "convnet/float_weights.hpp"
#include "convnet/network.hpp"

namespace nve {

struct FloatMaps {
  int maps = 0;
  int height = 0;
  int width = 0;
  std::vector<double> values;  // maps x height x width, row-major

  FloatMaps(int maps_count, int rows, int columns)
      : maps(maps_count),
        height(rows),
        width(columns),
        values(static_cast<size_t>(maps_count) * rows * columns) {}

  const double* Row(int m, int y) const {
    return &values[(static_cast<size_t>(m) * height + y) * width];
  }
  double* Row(int m, int y) { return &values[(static_cast<size_t>(m) * height + y) * width]; }
};

// Pixel p is p / 255.
FloatMaps FloatMapsOf(const FeatureMaps& picture);

// Element i is what layer i computes: a = clamp(sum of w * x + b, 0, 1), the logit
// z = sum of w * x + b in the last. Values that are not there count as zero.
std::vector<FloatMaps> RunFloatNetwork(const Network& network, const FloatWeights& weights,
                                       const FeatureMaps& picture);

}  // namespace nve
