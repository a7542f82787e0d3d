// SPDX-License-Identifier: Apache-2.0
// Correct small programs for the verifier's tests, written as assembly lines.
#pragma once

#include <string>
#include <vector>

#include "arch/build_machine.hpp"
#include "compiler/verify/verifier.hpp"
#include "program/instruction.hpp"

namespace nve::testing {

/// A program whose instructions can be changed before it is encoded.
struct SmallProgram {
  std::vector<Instruction> code;
  Settings settings;  ///< besides the defaults
  ProgramIntent intent;

  Program Encoded() const;
  std::vector<std::string> Verify() const {
    return VerifyProgram(Encoded(), intent, arch::BuildMachine());
  }
};

std::vector<Instruction> ParseLines(const std::vector<std::string>& lines);

/// The 3x3 filter of thesis figure 17: words [b w0 w1 w2] [w3..w6] [w7 w8 - -], two columns loaded
/// initially, 14 cycles, the `act` in the next pass (EXTRA = 1).
SmallProgram Figure17();

/// The 3x3 filter modulo scheduled as in thesis figure 26: words [b w0 w1] [w2 w3 w4] [w5..w8], 10
/// cycles.
SmallProgram Figure26();

/// Figure 17 for one output column, with the `act` in the final part and EXTRA = 0.
SmallProgram FinalPart();

/// A 1x1 filter with half vectors: 8 rows in lanes 8-15, `set rw` and `set ri` in one cycle.
SmallProgram HalfVector();

/// A 2x2 window with stride 2, two output maps over one input map: two `set ri` per window column,
/// and a `sh ri` for the second row unless the machine separates columns.
SmallProgram StrideTwo();

}  // namespace nve::testing
