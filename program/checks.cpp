// SPDX-License-Identifier: Apache-2.0
// Checks of programs and of what refers to them.
#include "program/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <iterator>
#include <set>
#include <utility>

#include "program/instruction.hpp"
#include "program/settings.hpp"

namespace nve {
namespace {

constexpr uint32_t kAddresses = 1u << arch::kAguAddressBits;

// The places of these findings begin at the program: "/set/EXTRA", "/code/17" or "".
using Findings = std::vector<Finding>;

template <typename... Args>
void Add(Findings* findings, std::string place, fmt::format_string<Args...> format,
         Args&&... args) {
  findings->push_back({std::move(place), fmt::format(format, std::forward<Args>(args)...)});
}

// The number of instructions, and the settings that must agree with it.
void CheckSize(const Program& program, const arch::Machine& machine, bool whole,
               Findings* findings) {
  const auto size = static_cast<int64_t>(program.code.size());
  if (size < 1 && !whole) return;
  if (size < 1 || size > machine.sizes.instruction_words) {
    Add(findings, size < 1 ? "" : fmt::format("/code/{}", machine.sizes.instruction_words),
        "the code has {} instructions, allowed: 1 to {}", size, machine.sizes.instruction_words);
  }
  const int64_t stated = SettingOf(program.settings, "PROGRAM_SIZE");
  if (stated != size) {
    Add(findings, "/set/PROGRAM_SIZE", "PROGRAM_SIZE is {}, the code has {} instructions", stated,
        size);
  }
  if (size < 1) return;
  const int64_t first = SettingOf(program.settings, "REPEAT_FIRST");
  const int64_t last = SettingOf(program.settings, "REPEAT_LAST");
  if (last >= size) {
    Add(findings, "/set/REPEAT_LAST", "setting REPEAT_LAST: found {}, allowed: 0 to {}", last,
        size - 1);
  }
  if (first >= size) {
    Add(findings, "/set/REPEAT_FIRST", "setting REPEAT_FIRST: found {}, allowed: 0 to {}", first,
        size - 1);
  } else if (last < first) {
    Add(findings, "/set/REPEAT_FIRST",
        "setting REPEAT_FIRST: found {}, allowed: at most REPEAT_LAST, which is {}", first, last);
  }
}

Findings CheckSettings(const Program& program, const arch::Machine& machine, bool whole) {
  Findings findings;
  bool complete = true;
  for (const std::string& name : ProgramSettingNames()) {
    const auto found = program.settings.find(name);
    if (found == program.settings.end()) {
      Add(&findings, "", "setting {} is missing", name);
      complete = false;
      continue;
    }
    // What CheckSize says of these is narrower.
    if (name == "PROGRAM_SIZE" || name == "REPEAT_FIRST" || name == "REPEAT_LAST") continue;
    const SettingRange range = RangeOf(machine, name);
    if (found->second < range.low || found->second > range.high) {
      Add(&findings, "/set/" + name, "setting {}: found {}, allowed: {} to {}", name, found->second,
          range.low, range.high);
    }
  }
  const std::set<std::string> known(ProgramSettingNames().begin(), ProgramSettingNames().end());
  for (const auto& [name, value] : program.settings) {
    if (!known.contains(name)) {
      Add(&findings, "", "setting {} is none that a program carries", name);
    }
  }
  if (complete) CheckSize(program, machine, whole, &findings);
  return findings;
}

// The first address beyond the local buffer that the slot forms in `passes` passes, or -1.
int64_t AddressBeyondBuffer(const MemSlot& slot, const Settings& settings, int64_t passes,
                            uint32_t local_words) {
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
    if (address >= local_words) return address;
    if (slot.mode == 0) break;
    const uint32_t next = (u + inc) % kAddresses;
    u = next == toggle ? 0 : next;
  }
  return -1;
}

void CheckSlot(const MemSlot& slot, const char* name, size_t pc, int64_t passes,
               const Settings& settings, int local_words, Findings* findings) {
  if (slot.op == arch::MemOp::kNop) return;
  if (const int64_t address =
          AddressBeyondBuffer(slot, settings, passes, static_cast<uint32_t>(local_words));
      address >= 0) {
    Add(findings, fmt::format("/code/{}", pc),
        "instruction {}, {}: address {} is reached, the local buffer has the words 0 to {}", pc,
        name, address, local_words - 1);
  }
}

// `wr even` waits for the word behind its own; behind the last word of a run there may be none.
void CheckLastWrite(const Program& program, Findings* findings) {
  const auto size = static_cast<int64_t>(program.code.size());
  const int64_t first = SettingOf(program.settings, "REPEAT_FIRST");
  const int64_t last = SettingOf(program.settings, "REPEAT_LAST");
  const std::pair<int64_t, int64_t> latest_part_first[] = {
      {last + 1, size}, {first, last + 1}, {0, first}};
  for (const auto& [begin, end] : latest_part_first) {
    for (int64_t pc = end; pc-- > begin;) {
      const std::optional<Instruction> instruction =
          Decode(program.code[static_cast<size_t>(pc)], kCodesOfAnyMachine);
      if (!instruction || instruction->mema.op != arch::MemOp::kWr) continue;
      if (instruction->mema_part == arch::WrPart::kEven) {
        Add(findings, fmt::format("/code/{}", pc),
            "instruction {}, MEMA: `wr even` takes the last word of a run, allowed: before another "
            "`wr`",
            pc);
      }
      return;
    }
  }
}

Findings CheckCode(const Program& program, const arch::Sizes& sizes, bool settings_good) {
  Findings findings;
  const auto first = SettingOf(program.settings, "REPEAT_FIRST");
  const auto last = SettingOf(program.settings, "REPEAT_LAST");
  // Wrong settings would send good addresses astray: then only those of the first pass count.
  const int64_t repeats = settings_good ? Passes(program.settings) : 1;
  for (size_t pc = 0; pc < program.code.size(); ++pc) {
    const std::optional<Instruction> instruction = Decode(program.code[pc], sizes.split);
    if (!instruction) {
      Add(&findings, fmt::format("/code/{}", pc),
          "instruction {}: word 0x{:016x} holds a reserved code or bit", pc, program.code[pc]);
      continue;
    }
    const int64_t passes = pc >= first && pc <= last ? repeats : 1;
    CheckSlot(instruction->mema, "MEMA", pc, passes, program.settings, sizes.local_words,
              &findings);
    CheckSlot(instruction->memb, "MEMB", pc, passes, program.settings, sizes.local_words,
              &findings);
  }
  if (settings_good) CheckLastWrite(program, &findings);
  return findings;
}

void Append(Findings* findings, Findings more) {
  findings->insert(findings->end(), std::make_move_iterator(more.begin()),
                   std::make_move_iterator(more.end()));
}

// `whole`: the program has all its settings and instructions.
Findings FindInProgram(const Program& program, const arch::Machine& machine, bool whole) {
  Findings findings = CheckSettings(program, machine, whole);
  Append(&findings, CheckCode(program, machine.sizes, whole && findings.empty()));
  return findings;
}

void CheckMapList(const std::vector<int>& maps, const char* what, Findings* findings) {
  for (const int map : maps) {
    if (map < 0) Add(findings, "", "{}: found {}, allowed: 0 or more", what, map);
  }
}

void CheckReferences(const Binary& binary, const Program& program, Findings* findings) {
  const int layers = std::max<int>(1, static_cast<int>(binary.layers.size()));
  if (program.layer < 0 || program.layer >= layers) {
    Add(findings, "", "layer: found {}, allowed: 0 to {}", program.layer, layers - 1);
  }
  if (program.table < 0 || program.table >= static_cast<int>(binary.tables.size())) {
    Add(findings, "", "table: found {}, {}", program.table,
        binary.tables.empty() ? "the file has no tables"
                              : fmt::format("allowed: 0 to {}", binary.tables.size() - 1));
  }
  CheckMapList(program.input_maps, "input_maps", findings);
  CheckMapList(program.output_maps, "output_maps", findings);
  if (program.outputs_per_iteration != arch::kLanes &&
      program.outputs_per_iteration != arch::kActLanes) {
    Add(findings, "", "outputs_per_iteration: found {}, allowed: {} or {}",
        program.outputs_per_iteration, arch::kActLanes, arch::kLanes);
  }
  if (program.bound < 0) {
    Add(findings, "", "bound: found {}, allowed: 0 or more", program.bound);
  }
}

}  // namespace

std::vector<std::string> CheckProgram(const Program& program, const arch::Machine& machine) {
  std::vector<std::string> problems;
  for (Finding& finding : FindInProgram(program, machine, true))
    problems.push_back(std::move(finding.text));
  return problems;
}

std::vector<Finding> CheckBinary(const Binary& binary, const CheckScope& scope) {
  Findings findings;
  if (scope.geometry) findings = CheckGeometry(binary);
  const bool geometry_good = findings.empty();
  std::set<std::string> names;
  bool programs_good = true;
  for (size_t p = 0; p < binary.programs.size(); ++p) {
    const Program& program = binary.programs[p];
    Findings found = FindInProgram(program, binary.machine, !scope.partly_read.contains(p));
    if (scope.geometry) CheckReferences(binary, program, &found);
    if (program.name.empty()) Add(&found, "", "{} of the file: the name is empty", p);
    if (!names.insert(program.name).second) Add(&found, "", "the name is used twice");
    for (const Finding& finding : found) {
      Add(&findings, fmt::format("program/{}{}", p, finding.place), "program {}: {}", program.name,
          finding.text);
    }
    programs_good &= found.empty();
  }
  // With other words per run or other planes, all the steps' sums would be wrong.
  if (scope.steps && programs_good && geometry_good) Append(&findings, CheckSteps(binary));
  return findings;
}

}  // namespace nve
