// SPDX-License-Identifier: Apache-2.0
// Both implementations of a layer against the reference.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "model/cpu/cpu_layer.hpp"
#include "model/reference/reference.hpp"

namespace nve::testing {

/// What `cpu` computes; its output held other pixels before.
inline FeatureMaps RunOn(CpuLayer& cpu, const Layer& layer, const FeatureMaps& input) {
  FeatureMaps output(static_cast<int>(layer.outputs.size()), layer.out_height, layer.out_width);
  for (uint8_t& pixel : output.pixels) pixel = 0xA5;
  cpu.Run(input, output);
  return output;
}

/// The first difference of either implementation from the reference, or "". Each runs twice, which
/// must not matter.
inline std::string Difference(const Layer& layer, const LayerWeights& weights,
                              const FeatureMaps& input) {
  const FeatureMaps expected = RunLayer(layer, weights, input);
  const std::unique_ptr<CpuLayer> plain = MakeAutoLayer(layer, weights);
  const std::unique_ptr<CpuLayer> hand = MakeHandLayer(layer, weights, {input.height, input.width});
  for (int run = 0; run < 2; ++run) {
    const PixelDifferences of_plain = ComparePixels(expected, RunOn(*plain, layer, input));
    if (of_plain.count > 0) return "auto: " + of_plain.FirstText();
    const PixelDifferences of_hand = ComparePixels(expected, RunOn(*hand, layer, input));
    if (of_hand.count > 0) return "hand: " + of_hand.FirstText();
  }
  return "";
}

}  // namespace nve::testing
