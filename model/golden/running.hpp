// SPDX-License-Identifier: Apache-2.0
// In which states the core executes instructions (docs/isa.md, section 2).
#pragma once

#include <cstdint>

#include "nve_isa.hpp"

namespace nve::golden {

/// Whether the instruction at pc executes or stalls: in no other state is one in execution.
constexpr bool IsRunning(arch::State state) {
  return state == arch::State::kInitial || state == arch::State::kRepeat ||
         state == arch::State::kFinal;
}

/// The same of a state as the probe shows it, codes without a name included.
constexpr bool IsRunning(uint32_t state) { return IsRunning(static_cast<arch::State>(state)); }

}  // namespace nve::golden
