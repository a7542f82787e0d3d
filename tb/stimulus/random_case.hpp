// SPDX-License-Identifier: Apache-2.0
// One random program with all that a run of it needs. The same seed gives the same case on every
// computer, for the same machine description.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/binary.hpp"
#include "tb/stimulus/break_program.hpp"

namespace nve {

struct RegisterWrite {
  uint32_t address = 0;
  uint32_t data = 0;
};

struct RandomCase {
  uint64_t seed = 0;
  bool legal = true;
  Breakage broken;            ///< what was done to an illegal program
  Program program;            ///< code and settings; no coefficients or maps
  uint32_t runs = 1;          ///< RUNS
  uint32_t starts = 1;        ///< STARTs, all but the first without LOAD
  uint32_t packet_words = 0;  ///< PACKET_WORDS
  bool irq_enable = false;
  bool table = true;            ///< the core gets the case's activation table
  bool table_streamed = false;  ///< by TABLE of the first START, not by register writes before it

  bool StreamsTable() const { return table && table_streamed; }

  uint8_t TableEntry(uint32_t index) const;
  uint64_t TableWord(uint64_t number) const;  ///< of the stream, which has it first
  uint64_t InputWord(uint64_t number) const;  ///< of the stream, behind the instructions

  /// What the input stream brings: perhaps the table, the instructions, then the data of all
  /// STARTs.
  uint64_t StreamWords() const;
  /// What the output stream must give, if the program is legal.
  uint64_t OutputWords() const;
  uint64_t StreamWord(uint64_t number) const;
  /// What is written to CONTROL for START `number`, counted from 0.
  uint32_t StartCommand(uint32_t number) const;

  /// What is written before the first START: the table, unless it is streamed, and the settings
  /// with RUNS and PACKET_WORDS.
  std::vector<RegisterWrite> TableWrites() const;
  std::vector<RegisterWrite> SettingWrites() const;
};

/// Every eighth seed gives an illegal program.
inline bool IsLegalSeed(uint64_t seed) { return seed % 8 != 0; }

RandomCase MakeRandomCase(uint64_t seed);

/// What nve-as says against the program: the problems of CheckProgram, or else the broken hazard
/// rules; or what a step says against RUNS. Empty if it is legal.
std::vector<std::string> Refusal(const RandomCase& random);

/// An instruction as text, also one with a reserved code.
std::string WordText(uint64_t word);

/// Settings and code as text, one instruction per line.
std::string CaseText(const RandomCase& random);

}  // namespace nve
