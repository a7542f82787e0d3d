// SPDX-License-Identifier: Apache-2.0
// Makes a legal program illegal: a setting out of its range, a reserved code, an address beyond the
// buffer, or changes to the code until the hazard check finds something.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nve_isa.hpp"
#include "program/binary.hpp"
#include "tb/stimulus/draw.hpp"

namespace nve {

/// A code that no table of the machine names.
struct ReservedCode {
  arch::InstructionField field;
  uint32_t code = 0;
};
std::vector<ReservedCode> ReservedCodes();

struct Breakage {
  std::string text;            ///< what was done
  bool start_refused = false;  ///< the core itself refuses START
};

/// CheckProgram or FindHazards refuses the result.
Breakage BreakProgram(Draw& draw, Program* program);

}  // namespace nve
