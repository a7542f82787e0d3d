// SPDX-License-Identifier: Apache-2.0
// The hand-optimised version of any layer: sums of a block of outputs stay in registers while the
// window's taps run over packed rows.
#pragma once

#include <cstdint>
#include <vector>

#include "model/cpu/cpu_layer.hpp"
#include "model/cpu/packed_rows.hpp"
#include "model/cpu/pair_mapping.hpp"
#include "model/cpu/pair_sums.hpp"
#include "model/cpu/pixel_queue.hpp"

namespace nve {

class WindowLayer : public CpuLayer {
 public:
  WindowLayer(const Layer& layer, const LayerWeights& weights, PairMapping mapping);

  void Run(const FeatureMaps& input, FeatureMaps& output) override;

 private:
  /// The outputs of a group of kMaps maps in rows y to y + rows - 1.
  template <int kMaps>
  void Band(const MapGroup& group, int y, int rows, FeatureMaps& output);
  /// As many of them as can be computed kRows rows at a time. Returns the first row that is left.
  template <int kMaps, int kRows>
  int RowsTogether(const MapGroup& group, int y, int end, FeatureMaps& output);
  template <int kMaps, int kRows, int kVectors>
  void Block(const MapGroup& group, int y, int x, FeatureMaps& output);

  const Layer& layer_;
  const LayerWeights& weights_;
  PairMapping mapping_;
  PackedRows packed_;
  simd::IndexMaker index_maker_;
  simd::PixelQueue queue_;
  std::vector<ptrdiff_t> row_offsets_;  ///< of the band's input rows in the ring
  int band_ = 0;                        ///< first output row of the band
};

}  // namespace nve
