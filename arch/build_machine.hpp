// SPDX-License-Identifier: Apache-2.0
// The machine that this program was linked for: the default of every tool, and the only one whose
// golden model and RTL the program holds.
#pragma once

#include "arch/machine.hpp"

namespace nve::arch {

const Machine& BuildMachine();

inline const Sizes& BuildSizes() { return BuildMachine().sizes; }

}  // namespace nve::arch
