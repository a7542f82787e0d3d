// SPDX-License-Identifier: Apache-2.0
// Names, defaults and ranges of program settings; words per run.
#include "program/settings.hpp"

#include <algorithm>

#include "program/instruction.hpp"

namespace nve {
namespace {

const arch::Register& RegisterOf(const std::string& name) {
  const auto* found = std::find_if(arch::kRegisters.begin(), arch::kRegisters.end(),
                                   [&](const arch::Register& reg) { return name == reg.name; });
  NVE_CHECK(found != arch::kRegisters.end(), "no register is called " + name);
  return *found;
}

std::vector<std::string> CollectNames() {
  std::vector<std::string> names;
  for (const arch::Register& reg : arch::kRegisters) {
    const std::string name = reg.name;
    const bool executor = name == "RUNS" || name == "PACKET_WORDS" || name == "IRQ_ENABLE";
    if (reg.access == arch::Access::kRw && !executor) names.push_back(name);
  }
  return names;
}

}  // namespace

const std::vector<std::string>& ProgramSettingNames() {
  static const std::vector<std::string> kNames = CollectNames();
  return kNames;
}

Settings DefaultSettings(size_t program_size) {
  Settings settings;
  for (const std::string& name : ProgramSettingNames()) settings[name] = SettingOf({}, name);
  settings["PROGRAM_SIZE"] = static_cast<uint32_t>(program_size);
  settings["REPEAT_LAST"] = static_cast<uint32_t>(std::max<size_t>(program_size, 1) - 1);
  settings["ITERATIONS"] = 1;
  return settings;
}

uint32_t SettingOf(const Settings& settings, const std::string& name) {
  if (const auto found = settings.find(name); found != settings.end()) return found->second;
  return RegisterOf(name).reset;
}

SettingRange RangeOf(const arch::Machine& machine, const std::string& name) {
  const arch::RegisterRange range = machine.RangeOf(RegisterOf(name));
  return {range.min, range.max};
}

int64_t RepeatedCycles(const Settings& settings) {
  return int64_t{SettingOf(settings, "REPEAT_LAST")} - SettingOf(settings, "REPEAT_FIRST") + 1;
}

int64_t Passes(const Settings& settings) {
  return int64_t{SettingOf(settings, "ITERATIONS")} + SettingOf(settings, "EXTRA");
}

RunWords WordsPerRun(const Program& program, bool split) {
  const int64_t first = SettingOf(program.settings, "REPEAT_FIRST");
  const int64_t last = SettingOf(program.settings, "REPEAT_LAST");
  const int64_t iterations = SettingOf(program.settings, "ITERATIONS");
  RunWords words;
  for (int64_t pc = 0; pc < static_cast<int64_t>(program.code.size()); ++pc) {
    const uint64_t word = program.code[static_cast<size_t>(pc)];
    const Instruction i = Decode(word, split).value_or(Instruction{});
    // Suppression leaves ITERATIONS of the passes for writes and as many for outputs.
    const int64_t times = pc >= first && pc <= last ? iterations : 1;
    if (i.mema.op == arch::MemOp::kWr) words.in += times;
    if (i.act == arch::ActOp::kAct && i.act_to == arch::ActTo::kStream) words.out += times;
  }
  return words;
}

}  // namespace nve
