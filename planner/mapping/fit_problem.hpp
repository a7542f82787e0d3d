// SPDX-License-Identifier: Apache-2.0
// Why no tile of a layer fits a machine, for messages.
#pragma once

#include <string>

#include "planner/mapping/search.hpp"

namespace nve::planner {

/// "the smallest tile needs 2508 words of input memory, found 1024; ..." with what would fit; empty
/// if the smallest tile fits.
std::string FitProblem(const LayerShape& layer, const Hardware& hardware,
                       const SearchOptions& options);

}  // namespace nve::planner
