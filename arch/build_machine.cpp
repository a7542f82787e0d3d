// SPDX-License-Identifier: Apache-2.0
// The constants of this build as a value.
#include "arch/build_machine.hpp"

#include "nve_arch.hpp"

namespace nve::arch {

const Machine& BuildMachine() {
  static const Machine kMachine = {kName, kTitle, kArchId, kSizes, kRegisterRanges};
  return kMachine;
}

}  // namespace nve::arch
