// SPDX-License-Identifier: Apache-2.0
// The tile of one TLT: its sizes, and the bytes of its three parts (equations 1 and 2).
//
// A layer's M, N, R, C, K, S are its oc, inputs of a group, oh, ow, kernel and stride. Kernel and
// stride may differ along rows and columns. Each filter of a grouped layer reads the N channels of
// its group; a depthwise layer has N = 1.
#pragma once

#include "planner/mapping/tile.hpp"
#include "planner/shapes/layer_limits.hpp"
#include "planner/tso/npu.hpp"

namespace nve::planner::tso {

struct CoreTile {
  int64_t m = 1;  ///< T_M: filters
  int64_t n = 1;  ///< T_N: channels of input
  int64_t r = 1;  ///< T_R: rows of output
  int64_t c = 1;  ///< T_C: columns of output

  bool operator==(const CoreTile&) const = default;
};

/// A number for each of IN, W and OUT.
struct PerTensor {
  int64_t in = 0;
  int64_t w = 0;
  int64_t out = 0;

  bool operator==(const PerTensor&) const = default;
};

/// T_H, equation 1.
constexpr int64_t TileRows(const LayerShape& layer, const CoreTile& tile) {
  return PaddedLines(tile.r, layer.stride_h, layer.kh);
}
/// T_L, equation 1.
constexpr int64_t TileColumns(const LayerShape& layer, const CoreTile& tile) {
  return PaddedLines(tile.c, layer.stride_w, layer.kw);
}

/// Channels of each filter in a W tile: with WS all N, otherwise T_N.
inline int64_t FilterChannels(const LayerShape& layer, const CoreTile& tile, Flow flow) {
  return flow == Flow::kWeight ? layer.GroupInputs() : tile.n;
}

/// The left sides of equation 2.
inline PerTensor TileBytes(const LayerShape& layer, const CoreTile& tile, Flow flow,
                           const Npu& npu) {
  return {tile.n * TileRows(layer, tile) * TileColumns(layer, tile) * npu.element_bytes,
          tile.m * FilterChannels(layer, tile, flow) * layer.kh * layer.kw * npu.element_bytes,
          tile.m * tile.r * tile.c * npu.element_bytes};
}

/// Equation 2.
inline bool Fits(const PerTensor& bytes, const Npu& npu) {
  return bytes.in <= npu.Mb0() && bytes.w <= npu.Mb1() && bytes.out <= npu.Mb2();
}

}  // namespace nve::planner::tso
