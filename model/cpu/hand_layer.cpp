// SPDX-License-Identifier: Apache-2.0
// The hand-optimised version of a layer: which kind, and what it was compiled for.
#include "model/cpu/cpu_layer.hpp"
#include "model/cpu/pointwise_layer.hpp"
#include "model/cpu/window_layer.hpp"

namespace nve {

std::unique_ptr<CpuLayer> MakeHandLayer(const Layer& layer, const LayerWeights& weights,
                                        MapSize input) {
  PairMapping mapping = MakePairMapping(layer, weights);
  if (PointwiseLayer::Handles(layer, mapping, input)) {
    return std::make_unique<PointwiseLayer>(layer, weights, std::move(mapping));
  }
  return std::make_unique<WindowLayer>(layer, weights, std::move(mapping));
}

CpuTarget TargetOfBuild() {
  return {hwy::TargetName(HWY_TARGET), simd::kLanes * static_cast<int>(sizeof(int32_t)),
          NVE_CPU_FLAGS, "g++ " __VERSION__};
}

}  // namespace nve
