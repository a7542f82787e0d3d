// SPDX-License-Identifier: Apache-2.0
// What a run of a random case gives, and what of it is wrong by the text of the program: here
// golden model and RTL cannot agree in the same error, as neither of them is asked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/lockstep/cycle_counts.hpp"
#include "host/lockstep/lockstep_checker.hpp"
#include "tb/stimulus/random_case.hpp"

namespace nve {

struct OutputWord {
  uint64_t data = 0;
  bool last = false;
  bool operator==(const OutputWord&) const = default;
};

/// Cycles in which nothing moves before the watchdog ends a run: more than the longest stall of a
/// profile.
inline constexpr int64_t kPatience = 3000;

struct CaseResult {
  std::string problem;               ///< in one line; empty if nothing is wrong
  std::optional<Mismatch> mismatch;  ///< of lockstep
  std::vector<OutputWord> output;
  uint64_t cycles = 0;      ///< compared
  CycleCounts counts;       ///< the RTL's
  int64_t cycle_delta = 0;  ///< cycles busy less those of the text; 0 for an illegal program
  uint64_t taken = 0;       ///< words of the input stream
  uint32_t left = 0;        ///< of them in the input FIFO at the end
  int refused = 0;          ///< STARTs the core refused
  bool reset = false;       ///< ended by the soft reset
  bool busy_after = false;  ///< the core is not idle after the soft reset
  std::string broken_rule;  ///< of AXI4-Stream (docs/dma.md), the first; empty if there is none
};

/// Cycles busy that the text of a legal program asks for, with the stalls that there were.
int64_t ExpectedBusy(const RandomCase& random, const CycleCounts& counts);

/// What is wrong with a run that has ended, lockstep apart: rules of AXI4-Stream, STARTs refused,
/// the watchdog, cycles busy, words taken and sent, places of TLAST. Empty if nothing is.
std::string ProblemOf(const RandomCase& random, const CaseResult& result);

/// What is wrong with output words, given those without stalls. Empty if nothing is.
std::string OutputProblem(const std::vector<OutputWord>& expected,
                          const std::vector<OutputWord>& got);

}  // namespace nve
