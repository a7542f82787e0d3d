// SPDX-License-Identifier: Apache-2.0
// The RTL core.
#include "Vnve_core_lockstep.h"
#include "host/core/verilated_core.hpp"

namespace nve {

std::unique_ptr<CoreModel> MakeRtlCore() {
  return std::make_unique<VerilatedCore<Vnve_core_lockstep>>();
}

}  // namespace nve
