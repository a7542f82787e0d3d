// SPDX-License-Identifier: Apache-2.0
// A mapping becomes a plan: its loops walked, its tiles loaded, computed and stored.
#pragma once

#include "planner/ir/plan_ir.hpp"
#include "planner/mapping/hardware.hpp"
#include "planner/mapping/tile.hpp"

namespace nve::planner {

/// CONVs of one plan.
inline constexpr int64_t kMostConvs = int64_t{1} << 20;

struct IrOptions {
  /// Loops turn back and forth, and a memory keeps as many tiles as it has slots, by Belady's rule.
  /// Otherwise loops begin anew, and a memory has the tile of the current step only: what
  /// ExecutedWords counts.
  bool keep_tiles = true;
};

/// The plan of one layer on three memories. A step's tile stays until another one needs its slot;
/// an output tile that lacks inputs then is stored as a partial sum and loaded again later.
/// InputError if the mapping has no such plan: tiles that do not fit, that are larger than their
/// loop or cut a kernel, an outermost loop that is the flow's innermost one, too many CONVs.
PlanIr MakeIr(const LayerShape& layer, const Mapping& mapping, const Hardware& hardware,
              const IrOptions& options);

}  // namespace nve::planner
