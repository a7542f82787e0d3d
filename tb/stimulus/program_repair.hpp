// SPDX-License-Identifier: Apache-2.0
// Turns a program with broken hazard rules into one without, by the findings of the hazard check:
// what is missing (the `set` of a word read, the `act` of sums) is put in once, a read of a word
// that is not there is sent to one that is, and what is still wrong then goes.
#pragma once

#include "program/binary.hpp"
#include "tb/stimulus/draw.hpp"

namespace nve {

/// The settings and codes must be right already; the result passes CheckProgram and FindHazards.
void RepairProgram(Draw& draw, Program* program);

}  // namespace nve
