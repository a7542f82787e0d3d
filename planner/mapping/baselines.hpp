// SPDX-License-Identifier: Apache-2.0
// The planners that e-PlaNNer compares itself with, and a bound below all of them.
//
// All take whole kernels and whole rows.
#pragma once

#include <optional>

#include "planner/mapping/search.hpp"

namespace nve::planner {

/// A baseline's plan and the words it moves by equations 6.1 to 6.5.
struct BaselinePlan {
  Mapping mapping;
  Words words;
};

/// Zhang et al., FPGA'15: output stationary, the best tiles.
std::optional<BaselinePlan> Zhang(const LayerShape& layer, const Hardware& hardware,
                                  Convention convention);

/// Ma et al., FPGA'17: the most input channels that fit with any other tile; of the rest the best
/// tiles and flow.
std::optional<BaselinePlan> Ma(const LayerShape& layer, const Hardware& hardware,
                               Convention convention);

/// SmartShuttle, DATE'18: output stationary if the output map is larger than a kernel of all
/// channels, else weight stationary; then one loop after the other as large as fits.
std::optional<BaselinePlan> SmartShuttle(const LayerShape& layer, const Hardware& hardware,
                                         Convention convention);

/// Chen et al., HPCA'20: the least words that one memory of `words` words allows, not rounded;
/// never below each word once.
double LowerBound(const LayerShape& layer, int64_t words, Convention convention);

}  // namespace nve::planner
