// SPDX-License-Identifier: Apache-2.0
// What a whole network adds up to: the columns of e-PlaNNer's table 8.1.
#pragma once

#include <cstdint>

#include "planner/shapes/layer_shape.hpp"

namespace nve::planner {

struct NetworkTotals {
  int64_t layers = 0;   ///< convolutions and fully connected layers
  int64_t weights = 0;  ///< words of all kernels
  int64_t macs = 0;     ///< multiply-accumulates

  /// Table 8.1's size: MB of 2^20 bytes, with words of 4 bytes.
  double Megabytes() const;
  /// Table 8.1's "Gflops": 2^30 multiply-accumulates.
  double GigaOperations() const;
};

NetworkTotals TotalsOf(const NetworkShape& network);

}  // namespace nve::planner
