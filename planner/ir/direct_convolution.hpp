// SPDX-License-Identifier: Apache-2.0
// The layer itself, computed without tiles: what every plan must give. It shares no code with the
// plans' execution.
#pragma once

#include <cstdint>
#include <vector>

#include "planner/shapes/layer_shape.hpp"

namespace nve::planner {

/// Output in row-major order (channel, row, column). `input` has only the words that exist, no
/// zeros around the map; `weight` is (OC, IC of a group, KH, KW). The sums are exact as long as
/// they fit 64 bits.
std::vector<int64_t> DirectConvolution(const LayerShape& layer, const std::vector<int64_t>& input,
                                       const std::vector<int64_t>& weight);

}  // namespace nve::planner
