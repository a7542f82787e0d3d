// SPDX-License-Identifier: Apache-2.0
// Tensors, then memories and tiles, then steps: see check_ir.hpp.
#include "planner/ir/check_ir.hpp"

#include "planner/ir/check_steps.hpp"
#include "planner/ir/check_vars.hpp"

namespace nve::planner {

void CheckIr(const PlanIr& ir, const std::string& file, Diagnostics& diagnostics) {
  if (!CheckTensors(ir, file, diagnostics)) return;
  const LayerShape layer = LayerOf(ir);
  CheckMemories(ir, file, diagnostics);
  CheckSteps(ir, layer, CheckTiles(ir, layer, file, diagnostics), file, diagnostics);
}

}  // namespace nve::planner
