// SPDX-License-Identifier: Apache-2.0
// Constrained-random legal programs, from the generated machine description alone.
//
// Size, repeated part, passes and AGU modes come first. Then chains of dependent operations are
// laid into the code, mostly at the least distance the latencies of docs/isa.md allow: word to
// weight to product, words to pixels to product, sums to activation to word. A chain that begins in
// the repeated part goes on in its next pass where it is too long, as modulo scheduled programs do.
// Then noise fills slots and whole instructions with any operations, and RepairProgram takes out
// what nve-as would refuse. Most programs shall send output words: they begin with a chain that
// does, and are filled anew, in the end with that chain alone, if nothing of it was left.
#pragma once

#include "program/binary.hpp"
#include "program/instruction.hpp"
#include "tb/stimulus/draw.hpp"

namespace nve {

/// A program that CheckProgram and FindHazards accept.
Program GenerateProgram(Draw& draw);

/// Any operations in all six slots; MEMA and MEMB have addresses yet to be drawn.
Instruction AnyInstruction(Draw& draw);

}  // namespace nve
