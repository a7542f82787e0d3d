// SPDX-License-Identifier: Apache-2.0
// What a START takes from the stream before the words of its runs (docs/isa.md, section 12), and
// what a core holds, which decides it. Driver, models and the compiler's report ask here.
#pragma once

#include <cstdint>
#include <optional>

#include "program/binary.hpp"

namespace nve {

enum class StartLoad : uint8_t {
  kNothing,  ///< the core holds program and table
  kProgram,  ///< LOAD: the program's instructions
  kTable,    ///< LOAD and TABLE: the activation table, then the instructions
};

/// Words of the stream that hold an activation table.
inline constexpr int64_t kTableWords = arch::kActEntries / arch::kWordPixels;
inline constexpr int64_t kTableBytes = kTableWords * arch::kWordBytes;

/// Words loaded by a START of a program of so many instructions.
constexpr int64_t LoadWords(StartLoad load, int64_t instructions) {
  if (load == StartLoad::kNothing) return 0;
  return instructions + (load == StartLoad::kTable ? kTableWords : 0);
}

/// The command in CONTROL.
constexpr uint32_t StartCommand(StartLoad load) {
  return arch::kControlStart | (load == StartLoad::kNothing ? 0 : arch::kControlLoad) |
         (load == StartLoad::kTable ? arch::kControlTable : 0);
}

/// Program and activation table that a core holds, of one binary.
class CoreContents {
 public:
  /// Whether it holds this program; its table may be another one.
  bool HoldsProgram(int program) const { return program_ == program; }

  /// What a START of `program` must load. Another table forces LOAD, also of the program it holds.
  StartLoad Missing(const Binary& binary, int program) const;

  /// After the START, or after its table was written by registers.
  void Hold(const Binary& binary, int program);

  /// A START has failed: what it has loaded is not known.
  void Forget() { *this = {}; }

 private:
  std::optional<int> program_;
  std::optional<int> table_;
};

}  // namespace nve
