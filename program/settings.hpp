// SPDX-License-Identifier: Apache-2.0
// The settings a program carries: names, defaults, allowed ranges, and what follows from them
// (passes, words per run). RUNS, PACKET_WORDS and IRQ_ENABLE belong to whoever executes a run step
// (docs/isa.md, section 10).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/binary.hpp"
#include "program/instruction.hpp"

namespace nve {

/// Names of the settings every program carries, by register offset.
const std::vector<std::string>& ProgramSettingNames();

/// Every program setting at its default: the register's reset value, but PROGRAM_SIZE =
/// `program_size`, REPEAT_LAST = the last instruction and ITERATIONS = 1, so that a program without
/// settings runs once.
Settings DefaultSettings(size_t program_size);

/// The value of a setting; the register's reset value if the map does not hold it.
uint32_t SettingOf(const Settings& settings, const std::string& name);

/// Inclusive range of a setting on a machine. What PROGRAM_SIZE, REPEAT_FIRST
/// and REPEAT_LAST must be in one program is narrower: CheckProgram (checks.hpp).
struct SettingRange {
  int64_t low = 0;
  int64_t high = 0;
};
SettingRange RangeOf(const arch::Machine& machine, const std::string& name);

/// Instructions of the repeated part, REPEAT_FIRST to REPEAT_LAST: its initiation interval.
int64_t RepeatedCycles(const Settings& settings);

/// ITERATIONS + EXTRA.
int64_t Passes(const Settings& settings);

/// Stream words one run takes and gives.
struct RunWords {
  int64_t in = 0;   ///< words its `wr` of MEMA take, coefficients included, instructions not
  int64_t out = 0;  ///< words its `act` send to the output stream
};
/// The program's settings must be in their ranges; reserved codes count as no operation. `split`:
/// the machine has the codes of split machines, which only a program with reserved codes asks.
RunWords WordsPerRun(const Program& program, bool split);

}  // namespace nve
