// SPDX-License-Identifier: Apache-2.0
// Schedule caching (e-PlaNNer 4.2): layers with equal tensor parameters are planned once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "planner/shapes/layer_shape.hpp"

namespace nve::planner {

/// What decides a plan: OC, IC, OH, OW, KH, KW, strides, padding, groups. The thesis says "tensor
/// parameters"; this reading gives three of the four counts of its table 4.1.
using ShapeKey = std::array<int64_t, 11>;
ShapeKey KeyOf(const LayerShape& layer);

struct ScheduleCache {
  /// The first layer of each key, in the network's order. `count` is the number of layers of the
  /// network that have this key.
  std::vector<LayerShape> distinct;
  /// For each entry of the network's list its place in `distinct`.
  std::vector<size_t> place;
};

ScheduleCache CacheLayers(const NetworkShape& network);

}  // namespace nve::planner
