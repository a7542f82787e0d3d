// SPDX-License-Identifier: Apache-2.0
// The size of a tensor between two vertices of a network graph.
#pragma once

#include <cstdint>
#include <string>

#include "planner/shapes/layer_limits.hpp"

namespace nve::planner {

/// What an edge carries.
struct TensorSize {
  int64_t channels = 1;
  int64_t rows = 1;
  int64_t columns = 1;

  bool operator==(const TensorSize&) const = default;
};

/// "64x112x112".
std::string ToText(const TensorSize& size);

/// Reports a tensor that is larger than one that a layer may read, or empty.
void CheckTensor(const TensorSize& size, const PlaceOfSize& place, Diagnostics& diagnostics);

}  // namespace nve::planner
