// SPDX-License-Identifier: Apache-2.0
// A cycle of an AXI port shown to its checker, in the pin reset or outside it.
#pragma once

#include <cstdint>

namespace nve {

template <class Checker, class Master, class Slave>
void StepPort(Checker& checker, const Master& master, const Slave& slave, bool in_reset,
              uint64_t cycle) {
  if (in_reset) {
    checker.StepReset(master, slave, cycle);
  } else {
    checker.Step(master, slave, cycle);
  }
}

}  // namespace nve
