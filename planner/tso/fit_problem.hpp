// SPDX-License-Identifier: Apache-2.0
// Why no tile of a convolution fits an NPU, for messages.
#pragma once

#include <string>

#include "planner/tso/search.hpp"

namespace nve::planner::tso {

/// "IS needs 18432 bytes of MB1 (weights), found 8192; ..." for each flow allowed, of the
/// partition that needs the least; empty if a tile fits.
std::string FitProblem(const LayerShape& layer, const Npu& npu, const SearchOptions& options);

}  // namespace nve::planner::tso
