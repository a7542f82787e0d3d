// SPDX-License-Identifier: Apache-2.0
// Whether a plan is one: every step possible, and its result the layer.
#pragma once

#include <string>

#include "base/diagnostics/diagnostics.hpp"
#include "planner/ir/plan_ir.hpp"

namespace nve::planner {

/// Reports what is wrong, each problem with the line of its tensor, memory, tile or step:
///
///   [info]  sizes beyond their limits, channels that do not fit each other, a map whose padding is
///           not the same on both sides
///   [var]   a tile that is not a box of its tensor or lies in two groups, names that are there
///   twice [text]  a tile in a wrong memory or beyond its end, on top of sums that are not stored;
///   a tile
///           that is used and not there; CONV operands that do not fit each other; input channels
///           added twice or missing, sums that start twice; outputs stored never, twice or as
///           partial sums
///
/// A plan without a report computes its layer (LayerOf) exactly. A plan whose tensors are wrong is
/// looked at no further, since all else depends on them.
void CheckIr(const PlanIr& ir, const std::string& file, Diagnostics& diagnostics);

}  // namespace nve::planner
