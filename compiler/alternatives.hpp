// SPDX-License-Identifier: Apache-2.0
// The ways in which a layer may be compiled when its passes leave choices open.
#pragma once

#include <vector>

#include "compiler/passes.hpp"

namespace nve {

/// Every combination of choices that `passes` allow and that go together, those of `passes` first
/// among the ones of a vector size. In each, nothing is left open but the prologue: both kinds cost
/// so little to compare that every program takes the faster one. `can_be_half`: the layer's window
/// runs on half vectors too.
std::vector<CompilerPasses> AlternativesOf(const CompilerPasses& passes, bool can_be_half);

}  // namespace nve
