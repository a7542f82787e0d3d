// Names, defaults and ranges of program settings; words per run.
#include "compiler/program/settings.hpp"

#include <algorithm>

#include "compiler/program/instruction.hpp"

namespace nve {
namespace {

constexpr int64_t kMaxCount = 65535;

const arch::Register* FindRegister(const std::string& name) {
  for (const arch::Register& reg : arch::kRegisters) {
    if (name == reg.name) return &reg;
  }
  return nullptr;
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
  const arch::Register* reg = FindRegister(name);
  NVE_CHECK(reg != nullptr, "no register is called " + name);
  return reg->reset;
}

SettingRange RangeOf(const std::string& name) {
  if (name == "PROGRAM_SIZE") return {1, arch::kInstructionWords};
  if (name == "REPEAT_FIRST" || name == "REPEAT_LAST") return {0, arch::kInstructionWords - 1};
  if (name == "ITERATIONS") return {1, kMaxCount};
  if (name == "EXTRA") return {0, arch::kMaxExtraPasses};
  if (name == "STRIDE") return {1, arch::kMaxStride};
  if (name == "BIAS_SHIFT") return {0, arch::kMaxBiasShift};
  if (name == "ACT_SHIFT") return {0, arch::kMaxActShift};
  return {0, (int64_t{1} << arch::kAguAddressBits) - 1};  // AGU_INCn, AGU_TOGGLEn
}

int64_t Passes(const Settings& settings) {
  return int64_t{SettingOf(settings, "ITERATIONS")} + SettingOf(settings, "EXTRA");
}

RunWords WordsPerRun(const Program& program) {
  const int64_t first = SettingOf(program.settings, "REPEAT_FIRST");
  const int64_t last = SettingOf(program.settings, "REPEAT_LAST");
  const int64_t iterations = SettingOf(program.settings, "ITERATIONS");
  RunWords words;
  for (int64_t pc = 0; pc < static_cast<int64_t>(program.code.size()); ++pc) {
    const Instruction i = Decode(program.code[static_cast<size_t>(pc)]).value_or(Instruction{});
    // Suppression leaves ITERATIONS of the passes for writes and as many for outputs.
    const int64_t times = pc >= first && pc <= last ? iterations : 1;
    if (i.mema.op == arch::MemOp::kWr) words.in += times;
    if (i.act == arch::ActOp::kAct && i.act_to == arch::ActTo::kStream) words.out += times;
  }
  return words;
}

}  // namespace nve
