// SPDX-License-Identifier: Apache-2.0
// The core as the synthesis front end sees it.
#include "Vnve_core_netlist.h"
#include "host/core/verilated_core.hpp"

namespace nve {

std::unique_ptr<CoreModel> MakeNetlistCore() {
  return std::make_unique<VerilatedCore<Vnve_core_netlist>>();
}

}  // namespace nve
