// SPDX-License-Identifier: Apache-2.0
// What a machine cannot run, found before code is generated.
#pragma once

#include "arch/machine.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "compiler/passes.hpp"
#include "convnet/network.hpp"
#include "convnet/weights.hpp"
#include "program/steps.hpp"

namespace nve {

/// Reports every layer that does not fit: windows the image register cannot serve, output maps
/// whose program exceeds the instruction buffer or the local buffer (with the number of inputs per
/// map that would fit), settings out of range, and accumulators that could overflow 32 bits with
/// these weights and pixels of 0 to 255. Network and weights are as the machine sees them,
/// transposed for horizontal vectors; the texts name what the descriptor has.
void CheckLimits(const Network& network, const Weights& weights, const CompilerPasses& passes,
                 Vectors vectors, const arch::Sizes& sizes, Diagnostics& problems);

}  // namespace nve
