// What a binary must satisfy before anything executes it: ranges of every index and setting, legal
// codes, addresses inside the local buffer, transfers inside their planes, word counts of every run
// step.
#pragma once

#include <string>
#include <vector>

#include "compiler/program/binary.hpp"

namespace nve {

/// Problems of one program by itself (settings, codes, addresses in all passes), without its name.
std::vector<std::string> CheckProgram(const Program& program);

/// Problems of a whole binary: its programs', their references, layers, planes and plan, and its
/// architecture.
std::vector<std::string> CheckBinary(const Binary& binary);

/// Problems of planes and plan only; the programs must have passed CheckProgram. Used by
/// CheckBinary.
std::vector<std::string> CheckPlanesAndPlan(const Binary& binary);

}  // namespace nve
