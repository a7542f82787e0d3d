// SPDX-License-Identifier: Apache-2.0
// From float weights to the integers of the machine, layer by layer.
//
// Float (convnet/float_weights.hpp): x = p / 255 for a pixel p, v = sum of w * x + b. A hidden
// layer computes a = clamp(v, 0, 1), the last a logit z = v. Machine (convnet/weights.hpp): acc =
// (B << bias_shift) + sum of W * p, index = acc / 2^S rounded, pixel = table[index].
//
// The index that a layer should have is
//   hidden layers:  index = 255 * v    pixel = clip(index, 0, 255) = 255 * a
//   the last:       index = G * v      pixel = (index + 512) >> 2, so 128 is logit 0
// With F = 1 in hidden layers and F = G / 255 in the last, index = F * (sum of w * p + 255 * b), so
//   W = round(F * w * 2^S)             B = round(255 * F * b * 2^(S - bias_shift))
// both to the nearest, ties away from zero.
//
// S is the largest shift for which
//   every |W| <= 2^(bits - 1) - 1,
//   every B fits int16 with some bias shift, of which the smallest is taken,
//   the accumulator cannot wrap: (B << bias_shift) plus 255 times all positive W of a map is at
//   most
//     2^31 - 1, with all negative W at least -2^31,
//   the machine allows both shifts.
#pragma once

#include <string>

#include "base/diagnostics/diagnostics.hpp"
#include "convnet/float_weights.hpp"
#include "convnet/network.hpp"
#include "convnet/weights.hpp"

namespace nve {

// The table has so many entries below index 0, and from there on.
inline constexpr int kHalfTable = kTableEntries / 2;

// What bounds the shift of a layer.
struct QuantiseLimits {
  int weight_bits = 16;  // 2 to 16
  int max_act_shift = kMaxActShift;
  int max_bias_shift = kMaxBiasShift;
};

struct QuantisedLayer {
  LayerWeights weights;
  // What a shift larger by one would break: "weights", "bias", "accumulator" or "machine".
  std::string limited_by;
};

// F of a hidden layer and of the last.
inline constexpr double kHiddenFactor = 1;
double LastFactor(double gain);

// The gain with which logits of this magnitude just reach the ends of the table: 511 / largest.
double GainFor(double largest_logit);

// One layer with factor F. What fits with no shift is reported as an error about the array in
// `file`, all of the layer's in one run; the result is of no use then.
QuantisedLayer QuantiseLayer(const Layer& layer, const FloatLayer& weights, double factor,
                             bool last, const QuantiseLimits& limits, const std::string& file,
                             Diagnostics& problems);

}  // namespace nve
