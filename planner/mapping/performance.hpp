// SPDX-License-Identifier: Apache-2.0
// What a plan's speed is by the roofline: e-PlaNNer's equations 6.6 to 6.13.
#pragma once

#include "planner/mapping/volume.hpp"

namespace nve::planner {

struct Performance {
  int64_t tile_macs = 0;   ///< equation 6.6
  int64_t iterations = 0;  ///< equation 6.7: steps of the PE array for one tile
  double active_pes = 0;   ///< equation 6.8
  double compute = 0;      ///< GMAC/s, equation 6.9
  double intensity = 0;    ///< MACs per byte moved, equation 6.10
  double memory = 0;       ///< GMAC/s, equation 6.11
  double attainable = 0;   ///< GMAC/s, equation 6.12: the lower of both roofs

  bool ComputeBound() const { return compute <= memory; }
};

/// Of a plan that moves `words` words for the whole layer.
Performance PerformanceOf(const LayerShape& layer, const Tile& tile, int64_t words,
                          const Hardware& hardware);

/// Equation 6.13: attainable performance per word moved. The larger, the better.
double Metric(const Performance& performance, int64_t words);

/// The value that a loop has in a tile.
int64_t TileOf(const Tile& tile, Loop loop);

}  // namespace nve::planner
