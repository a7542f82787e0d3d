// SPDX-License-Identifier: Apache-2.0
// A machine in the result of a run.
#pragma once

#include <fmt/format.h>

#include "arch/machine.hpp"
#include "report/result/run_result.hpp"

namespace nve::arch {

inline MachineOfRun ResultOf(const Machine& machine) {
  return {machine.name, fmt::format("0x{:08x}", machine.id), kClockMhz, kLanes};
}

}  // namespace nve::arch
