// SPDX-License-Identifier: Apache-2.0
// The blocks an FST file is made of, checked before the reader, which trusts them, sees the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {

/// Cycle t of nve-cosim's waves begins at this times t: a time unit of the files is half a cycle.
inline constexpr uint64_t kTimePerCycle = 2;

/// What is wrong with a file that is no good: "damaged: WHAT; expected ...".
InputError DamagedWaves(const std::string& path, const std::string& what);

/// InputError if there is no FST file or one whose blocks do not fill it exactly or contradict its
/// header, as one that was cut off. What is in the blocks is not looked at. A file that is still
/// being written, or whose writer was stopped, passes.
void CheckFstBlocks(const std::string& path);

/// The times between which a file has values.
struct FstTimes {
  uint64_t first = 0;
  uint64_t last = 0;

  bool none() const { return first == 0 && last == 0; }
};

/// The times of a file that its writer has completed, nothing if it has not: Verilator's does not
/// say when the disk is full or the folder gone. The signals and their names come last.
std::optional<FstTimes> TimesOfCompleteFst(const std::string& path);

}  // namespace nve
