// SPDX-License-Identifier: Apache-2.0
// What a core holds: see start_load.hpp.
#include "program/start_load.hpp"

namespace nve {
namespace {

// Tables of several layers may have the same entries.
bool AreEqual(const Binary& binary, int a, int b) {
  return a == b ||
         binary.tables.at(static_cast<size_t>(a)) == binary.tables.at(static_cast<size_t>(b));
}

int TableOf(const Binary& binary, int program) {
  return binary.programs[static_cast<size_t>(program)].table;
}

}  // namespace

StartLoad CoreContents::Missing(const Binary& binary, int program) const {
  if (!table_ || !AreEqual(binary, *table_, TableOf(binary, program))) return StartLoad::kTable;
  return HoldsProgram(program) ? StartLoad::kNothing : StartLoad::kProgram;
}

void CoreContents::Hold(const Binary& binary, int program) {
  program_ = program;
  table_ = TableOf(binary, program);
}

}  // namespace nve
