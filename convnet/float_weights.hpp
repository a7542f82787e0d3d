// SPDX-License-Identifier: Apache-2.0
// Float weights of a trained network, and the .npz file that holds them (networks/README.md).
//
// The value of a pixel p is p / 255. A hidden layer computes a = clamp(sum of w * x + b, 0, 1), and
// its pixel is 255 * a. The last layer computes a logit, z = sum of w * x + b.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "convnet/network.hpp"

namespace nve {

// The pixel of value 1.
inline constexpr double kPixelOfOne = 255;

struct FloatLayer {
  // [output map][position in its input list][ky * kernel_width + kx]
  std::vector<std::vector<std::vector<double>>> w;
  std::vector<double> bias;  // [output map]

  bool operator==(const FloatLayer&) const = default;
};

struct FloatWeights {
  std::vector<FloatLayer> layers;  // one per layer of the network

  bool operator==(const FloatWeights&) const = default;
};

// Whether every output map lists all maps that the layer reads, each once: only then may the file
// have the weights as (output maps, input maps, kernel rows, kernel columns).
bool IsDense(const Layer& layer);

// Reads L<n>.weights and L<n>.bias for every layer n = 1, 2, ... Missing and unknown arrays, wrong
// types and shapes, NaN and infinities are all reported in one run; on errors the result is empty.
// A file that is no .npz is an InputError.
FloatWeights ReadFloatWeights(const std::string& path, const Network& network,
                              Diagnostics& diagnostics);

// The same, but throws InputError on errors.
FloatWeights LoadFloatWeights(const std::string& path, const Network& network);

}  // namespace nve
