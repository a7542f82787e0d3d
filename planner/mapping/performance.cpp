// SPDX-License-Identifier: Apache-2.0
// Equations 6.6 to 6.13: see performance.hpp.
#include "planner/mapping/performance.hpp"

#include <algorithm>

namespace nve::planner {
namespace {

// The array takes the steps of each axis in rounds; all other loops go one by one. Loops that share
// an axis are one loop along it, so only their product is rounded up.
int64_t Iterations(const Tile& tile, int64_t tile_macs, const Hardware& hardware) {
  int64_t iterations = tile_macs;
  for (size_t axis = 0; axis < hardware.pe_len.size(); ++axis) {
    int64_t steps = 1;
    for (const Loop loop : hardware.pe_mapping[axis]) steps *= TileOf(tile, loop);
    iterations = iterations / steps * Trips(steps, hardware.pe_len[axis]);
  }
  return iterations;
}

}  // namespace

int64_t TileOf(const Tile& tile, Loop loop) {
  switch (loop) {
    case Loop::kOc:
      return tile.oc;
    case Loop::kIc:
      return tile.ic;
    case Loop::kOh:
      return tile.oh;
    case Loop::kOw:
      return tile.ow;
    case Loop::kKh:
      return tile.kh;
    case Loop::kKw:
      return tile.kw;
  }
  return 1;
}

Performance PerformanceOf(const LayerShape& layer, const Tile& tile, int64_t words,
                          const Hardware& hardware) {
  Performance result;
  result.tile_macs = tile.oc * tile.ic * tile.oh * tile.ow * tile.kh * tile.kw;
  result.iterations = Iterations(tile, result.tile_macs, hardware);
  result.active_pes =
      static_cast<double>(result.tile_macs) / static_cast<double>(result.iterations);
  result.compute = hardware.frequency * result.active_pes;
  result.intensity =
      static_cast<double>(layer.Macs()) / static_cast<double>(words * hardware.word_bytes);
  result.memory = hardware.bandwidth * result.intensity;
  result.attainable = std::min(result.compute, result.memory);
  return result;
}

double Metric(const Performance& performance, int64_t words) {
  return performance.attainable / static_cast<double>(words);
}

}  // namespace nve::planner
