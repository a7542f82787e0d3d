// Checks of programs and of what refers to them.
#include "compiler/program/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <set>

#include "compiler/program/instruction.hpp"
#include "compiler/program/settings.hpp"

namespace nve {
namespace {

constexpr uint32_t kAddresses = 1u << arch::kAguAddressBits;

std::vector<std::string> CheckSettings(const Program& program) {
  std::vector<std::string> problems;
  for (const std::string& name : ProgramSettingNames()) {
    const auto found = program.settings.find(name);
    if (found == program.settings.end()) {
      problems.push_back(fmt::format("setting {} is missing", name));
      continue;
    }
    const SettingRange range = RangeOf(program.settings, name);
    if (found->second < range.low || found->second > range.high) {
      problems.push_back(fmt::format("setting {}: found {}, allowed: {} to {}", name, found->second,
                                     range.low, range.high));
    }
  }
  const std::set<std::string> known(ProgramSettingNames().begin(), ProgramSettingNames().end());
  for (const auto& [name, value] : program.settings) {
    if (!known.contains(name)) {
      problems.push_back(fmt::format("setting {} is none that a program carries", name));
    }
  }
  if (SettingOf(program.settings, "PROGRAM_SIZE") != program.code.size()) {
    problems.push_back(fmt::format("PROGRAM_SIZE is {}, the code has {} instructions",
                                   SettingOf(program.settings, "PROGRAM_SIZE"),
                                   program.code.size()));
  }
  return problems;
}

// The first address beyond the local buffer that the slot forms in `passes` passes, or -1.
int64_t AddressBeyondBuffer(const MemSlot& slot, const Settings& settings, int64_t passes) {
  const auto setting = [&](const char* name) {
    return SettingOf(settings, fmt::format("AGU_{}{}", name, slot.mode));
  };
  const uint32_t inc = slot.mode == 0 ? 0 : setting("INC");
  const uint32_t toggle = slot.mode == 0 ? kAddresses : setting("TOGGLE");
  std::bitset<kAddresses> seen;  // Values of u: the walk is over when one returns.
  auto u = static_cast<uint32_t>(slot.update);
  for (int64_t pass = 0; pass < passes && !seen[u]; ++pass) {
    seen[u] = true;
    const uint32_t address = (static_cast<uint32_t>(slot.offset) + u) % kAddresses;
    if (address >= arch::kLocalWords) return address;
    if (slot.mode == 0) break;
    const uint32_t next = (u + inc) % kAddresses;
    u = next == toggle ? 0 : next;
  }
  return -1;
}

void CheckSlot(const MemSlot& slot, const char* name, size_t pc, bool repeated,
               const Settings& settings, std::vector<std::string>* problems) {
  if (slot.op == arch::MemOp::kNop) return;
  const int64_t passes = repeated ? Passes(settings) : 1;
  if (const int64_t address = AddressBeyondBuffer(slot, settings, passes); address >= 0) {
    problems->push_back(fmt::format(
        "instruction {}, {}: address {} is reached, the local buffer has the words 0 to {}", pc,
        name, address, arch::kLocalWords - 1));
  }
}

void CheckMapList(const std::vector<int>& maps, const std::string& what,
                  std::vector<std::string>* problems) {
  for (const int map : maps) {
    if (map < 0) problems->push_back(fmt::format("{}: found {}, allowed: 0 or more", what, map));
  }
}

void CheckReferences(const Binary& binary, const Program& program,
                     std::vector<std::string>* problems) {
  const int layers = std::max<int>(1, static_cast<int>(binary.layers.size()));
  if (program.layer < 0 || program.layer >= layers) {
    problems->push_back(
        fmt::format("layer: found {}, allowed: 0 to {}", program.layer, layers - 1));
  }
  if (program.table < 0 || program.table >= static_cast<int>(binary.tables.size())) {
    problems->push_back(fmt::format("table: found {}, the file has {} tables", program.table,
                                    binary.tables.size()));
  }
  CheckMapList(program.input_maps, "input_maps", problems);
  CheckMapList(program.output_maps, "output_maps", problems);
  if (program.outputs_per_iteration != arch::kLanes &&
      program.outputs_per_iteration != arch::kActLanes) {
    problems->push_back(fmt::format("outputs_per_iteration: found {}, allowed: {} or {}",
                                    program.outputs_per_iteration, arch::kActLanes, arch::kLanes));
  }
  if (program.bound < 0) {
    problems->push_back(fmt::format("bound: found {}, allowed: 0 or more", program.bound));
  }
}

void CheckLayers(const Binary& binary, std::vector<std::string>* problems) {
  for (const LayerInfo& layer : binary.layers) {
    const bool positive = layer.out_height > 0 && layer.out_width > 0 && layer.kernel_height > 0 &&
                          layer.kernel_width > 0 && layer.stride > 0 && layer.output_maps > 0 &&
                          layer.kernels >= 0;
    if (!positive) {
      problems->push_back(
          fmt::format("layer '{}': sizes, stride and maps must be 1 or more", layer.name));
    }
  }
}

}  // namespace

std::vector<std::string> CheckProgram(const Program& program) {
  std::vector<std::string> problems = CheckSettings(program);
  const auto first = SettingOf(program.settings, "REPEAT_FIRST");
  const auto last = SettingOf(program.settings, "REPEAT_LAST");
  for (size_t pc = 0; pc < program.code.size(); ++pc) {
    const std::optional<Instruction> instruction = Decode(program.code[pc]);
    if (!instruction) {
      problems.push_back(fmt::format("instruction {}: word 0x{:016x} holds a reserved code or bit",
                                     pc, program.code[pc]));
      continue;
    }
    const bool repeated = pc >= first && pc <= last;
    CheckSlot(instruction->mema, "MEMA", pc, repeated, program.settings, &problems);
    CheckSlot(instruction->memb, "MEMB", pc, repeated, program.settings, &problems);
  }
  return problems;
}

std::vector<std::string> CheckBinary(const Binary& binary) {
  std::vector<std::string> problems;
  if (binary.arch_id != arch::kArchId) {
    problems.push_back(fmt::format("built for {} (0x{:08x}), this build is {} (0x{:08x})",
                                   binary.arch_name, binary.arch_id, arch::kName, arch::kArchId));
    return problems;  // Another instance's program: whatever else differs follows from it.
  }
  CheckLayers(binary, &problems);
  std::set<std::string> names;
  bool programs_good = true;
  for (const Program& program : binary.programs) {
    std::vector<std::string> found = CheckProgram(program);
    CheckReferences(binary, program, &found);
    if (!names.insert(program.name).second) found.push_back("the name is used twice");
    for (const std::string& problem : found) {
      problems.push_back(fmt::format("program {}: {}", program.name, problem));
    }
    programs_good &= found.empty();
  }
  if (!programs_good) return problems;  // Word counts of the plan would be meaningless.
  for (std::string& problem : CheckPlanesAndPlan(binary)) problems.push_back(std::move(problem));
  return problems;
}

}  // namespace nve
