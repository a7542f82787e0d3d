// SPDX-License-Identifier: Apache-2.0
// The hand-optimised version of layers with 1x1 windows whose output maps share no inputs: pixels
// are read from the maps as they are, because packing them would cost more than computing.
#pragma once

#include "model/cpu/cpu_layer.hpp"
#include "model/cpu/pair_mapping.hpp"
#include "model/cpu/pair_sums.hpp"

namespace nve {

class PointwiseLayer : public CpuLayer {
 public:
  PointwiseLayer(const Layer& layer, const LayerWeights& weights, PairMapping mapping);

  /// Whether it is such a layer, with rows long enough and all pixels there.
  static bool Handles(const Layer& layer, const PairMapping& mapping, MapSize input);

  void Run(const FeatureMaps& input, FeatureMaps& output) override;

 private:
  /// The outputs of a block that begins at pixel `first` of each input map.
  void Block(const MapGroup& group, const FeatureMaps& input, size_t first, uint8_t* pixels) const;

  const Layer& layer_;
  const LayerWeights& weights_;
  PairMapping mapping_;
  simd::IndexMaker index_maker_;
};

}  // namespace nve
