// SPDX-License-Identifier: Apache-2.0
// Useful MACs from code: every `mac`, as often as its part of the program runs.
#include "program/executed_macs.hpp"

#include <optional>
#include <variant>

#include "program/instruction.hpp"
#include "program/settings.hpp"

namespace nve {
namespace {

int64_t MacsPerRun(const Program& program) {
  const auto first = SettingOf(program.settings, "REPEAT_FIRST");
  const auto last = SettingOf(program.settings, "REPEAT_LAST");
  int64_t macs = 0;
  for (size_t pc = 0; pc < program.code.size(); ++pc) {
    const std::optional<Instruction> instruction = Decode(program.code[pc], kCodesOfAnyMachine);
    if (!instruction || instruction->vmac != arch::VmacOp::kMac) continue;
    const bool repeated = pc >= first && pc <= last;
    macs += int64_t{repeated ? SettingOf(program.settings, "ITERATIONS") : 1} *
            program.outputs_per_iteration;
  }
  return macs;
}

}  // namespace

int64_t ExecutedMacs(const Binary& binary) {
  int64_t macs = 0;
  for (const AnyStep& step : binary.steps) {
    if (const auto* run = std::get_if<RunStep>(&step)) {
      macs += run->runs * MacsPerRun(binary.programs[static_cast<size_t>(run->program)]);
    }
  }
  return macs;
}

}  // namespace nve
