// SPDX-License-Identifier: Apache-2.0
// A program as the machines of this directory execute it: decoded, with the settings they need.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "program/binary.hpp"
#include "program/instruction.hpp"

namespace nve::verify {

/// Entries of ri that stride 1 uses.
inline constexpr int kRiStride1 = arch::kLanes + arch::kWordPixels - 1;

/// The program decoded, with the settings the machine needs.
struct MachineProgram {
  arch::Sizes sizes;  ///< of the machine
  std::vector<Instruction> code;
  int first = 0;       ///< REPEAT_FIRST
  int last = 0;        ///< REPEAT_LAST
  int iterations = 1;  ///< passes less EXTRA; may be fewer than the setting
  int extra = 0;
  std::array<int, arch::kAguModes + 1> inc{};
  std::array<int, arch::kAguModes + 1> toggle{};
};

/// The program must have passed CheckProgram (checks.hpp).
MachineProgram DecodeProgram(const Program& program, const arch::Sizes& sizes);

/// u' of docs/isa.md, section 7.
int NextUpdate(const MachineProgram& program, const MemSlot& slot, int u);

/// The word of the local buffer a slot addresses with the update value u.
int LocalAddress(const MachineProgram& program, const MemSlot& slot, int u);

/// ITERATIONS, or a smaller number that shows the same: three common rotations more than
/// everything that leads into the steady state (`settling` passes besides the lead of the
/// rotation), and congruent to ITERATIONS, so that a final part sees the same addresses.
int IterationsToRun(const MachineProgram& program, int64_t settling);

}  // namespace nve::verify
