// SPDX-License-Identifier: Apache-2.0
// Words between DRAM and chip by e-PlaNNer's equations 6.1 to 6.5, and what fits on chip.
//
// The equations leave out that tiles of neighbouring rows share input rows; executed.hpp counts
// these.
#pragma once

#include <algorithm>

#include "planner/mapping/hardware.hpp"
#include "planner/mapping/tile.hpp"
#include "planner/shapes/layer_limits.hpp"

namespace nve::planner {

/// Which words of the input count. Padded: zeros around the map are read like words of the map.
/// Stored: only words that exist.
enum class Convention { kPadded, kStored };

/// Words of each tensor: how many it has, or how many are moved.
struct Words {
  int64_t input = 0;
  int64_t weight = 0;
  int64_t output = 0;

  int64_t Total() const { return input + weight + output; }
  bool operator==(const Words&) const = default;
};

/// Rows or columns of the input that `outputs` outputs in a row read, all of them within `most`.
constexpr int64_t InputSpan(int64_t outputs, int64_t kernel, int64_t stride, int64_t most) {
  return std::min(PaddedLines(outputs, stride, kernel), most);
}

/// Rows of the whole input map, and columns.
int64_t InputRows(const LayerShape& layer, Convention convention);
int64_t InputColumns(const LayerShape& layer, Convention convention);

/// V of the equations: the tensors of one layer, all groups.
Words TensorWords(const LayerShape& layer, Convention convention);

/// What a full tile of each tensor needs on chip.
Words TileWords(const LayerShape& layer, const Tile& tile, Convention convention);

/// Each tile within its memory.
bool Fits(const Words& tile, const Hardware& hardware);

/// How often each word of a tensor is moved.
struct Reloads {
  int64_t input = 1;   ///< equation 6.2
  int64_t weight = 1;  ///< equation 6.3
  int64_t output = 1;  ///< equations 6.4 and 6.5
};
constexpr Reloads ReloadsOf(const TripCounts& trips, Flow flow) {
  const int64_t partial = flow == Flow::kOutput ? 0 : 2 * (trips.k * trips.c - 1);
  return {flow == Flow::kInput ? 1 : trips.k * trips.n, flow == Flow::kWeight ? 1 : trips.h,
          partial + 1};
}

/// Words moved if each pass over a tensor moves `pass` words.
constexpr Words Moved(const Words& pass, const Reloads& reloads) {
  return {pass.input * reloads.input, pass.weight * reloads.weight, pass.output * reloads.output};
}

/// Equation 6.1, tensor by tensor.
Words EquationWords(const LayerShape& layer, const Mapping& mapping, Convention convention);

}  // namespace nve::planner
