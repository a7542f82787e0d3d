// SPDX-License-Identifier: Apache-2.0
// A lockstep mismatch in words: what differs, lane by lane, which instruction wrote the value that
// differs first, and what led to it. At most 40 lines, two of which are left to who knows of waves.
#pragma once

#include <cstddef>
#include <string>

#include "report/result/run_result.hpp"

namespace nve {

/// Of a report; two more are left to who knows of waves.
inline constexpr size_t kMostReportLines = 38;

/// What the core was working on: layer, program, run, pass, strip, iteration; empty if not known.
std::string WorkText(const CoreAtFailure& core);

/// Its state, stall, instruction address and, if it runs, the instruction.
std::string StateText(const CoreAtFailure& core);

/// The report of docs/debugging.md, several lines with a final newline; empty members are left out.
/// The cycles before the mismatch are cut, the oldest first, until it has no more than
/// `most_lines`.
std::string FormatMismatch(const MismatchOfRun& mismatch, size_t most_lines = kMostReportLines);

}  // namespace nve
