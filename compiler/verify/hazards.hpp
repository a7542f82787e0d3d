// SPDX-License-Identifier: Apache-2.0
// The hazard check: whether a program that nobody described (assembly text written by hand) breaks
// a rule of the machine.
//
// There is no intent to compare with, so the encoded program runs on marks instead of values, with
// the exact latencies of docs/isa.md: every datum (local buffer words, port outputs, register
// entries, sums, activation words) is clean or carries the broken rules that touched it. They are
// findings once the datum leaves, through an `act` to the stream or a `wr` of port B that is not
// suppressed: what a modulo scheduled program computes in its ramp-up passes may be anything. A few
// rules are findings wherever they are broken.
#pragma once

#include <string>
#include <vector>

#include "program/binary.hpp"

namespace nve {

struct HazardFinding {
  int pc = 0;        ///< the instruction it is about
  std::string rule;  ///< e.g. "wr_to_rd"
  /// "cycle C (state, pass P, pc N, slot MEMA): rule wr_to_rd: ...; allowed: ..."
  std::string text;
};

/// One run, on a machine of these sizes, of a program that has passed CheckProgram (checks.hpp):
/// its findings by instruction, each rule at most once per instruction and slot, at most
/// `max_per_rule` per rule and then one that counts the others. The repeated part runs ITERATIONS
/// times or as often as shows the same.
std::vector<HazardFinding> FindHazards(const Program& program, const arch::Sizes& sizes,
                                       int max_per_rule = 10);

}  // namespace nve
