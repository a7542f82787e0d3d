// SPDX-License-Identifier: Apache-2.0
// What a binary must satisfy before anything executes it: ranges of every index and setting, legal
// codes, addresses inside the local buffer, transfers inside their planes, word counts of every run
// step.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "program/binary.hpp"

namespace nve {

/// Something wrong with a binary. `place` says what holds it, outermost first: "layer/0",
/// "plane/2", "input_planes", "program/1", "program/1/set/EXTRA", "program/1/code/17",
/// "plan/3/input/0/1" (step, direction, position in each loop); a reader of text has its line.
struct Finding {
  std::string place;
  std::string text;  ///< complete without the place
};

/// What of a binary is checked, if a text could not be read in full: of what is missing, stand-in
/// values would only give misleading messages.
struct CheckScope {
  std::set<size_t> partly_read;  ///< programs that lack settings or instructions
  bool geometry = true;          ///< layers, planes, and what refers to them
  bool steps = true;
};

/// Problems of one program by itself (settings, codes, addresses in all passes), without its name.
std::vector<std::string> CheckProgram(const Program& program, const arch::Machine& machine);

/// Problems of a whole binary on its machine: its programs', their references, layers, planes and
/// steps.
std::vector<Finding> CheckBinary(const Binary& binary, const CheckScope& scope = {});

/// Problems of layers and planes only. Used by CheckBinary.
std::vector<Finding> CheckGeometry(const Binary& binary);

/// Problems of the steps only; programs and planes must have passed their checks. Used by
/// CheckBinary.
std::vector<Finding> CheckSteps(const Binary& binary);

}  // namespace nve
