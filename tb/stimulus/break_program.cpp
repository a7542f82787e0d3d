// SPDX-License-Identifier: Apache-2.0
// Ways to break a program: see break_program.hpp.
#include "tb/stimulus/break_program.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "arch/build_machine.hpp"
#include "compiler/verify/hazards.hpp"
#include "program/checks.hpp"
#include "program/settings.hpp"
#include "tb/stimulus/program_generator.hpp"

namespace nve {
namespace {

// A value below or above a setting's range, within its implemented bits.
std::string BreakSetting(Draw& draw, Program* program) {
  struct Wrong {
    std::string name;
    int64_t value;
  };
  const auto setting = [&](const char* name) { return SettingOf(program->settings, name); };
  std::vector<Wrong> wrong = {{"REPEAT_LAST", setting("PROGRAM_SIZE")},
                              {"REPEAT_FIRST", setting("REPEAT_LAST") + int64_t{1}},
                              {"PROGRAM_SIZE", 0},
                              {"PROGRAM_SIZE", arch::BuildSizes().instruction_words + 1}};
  for (const std::string& name : ProgramSettingNames()) {
    if (name == "PROGRAM_SIZE" || name.starts_with("REPEAT_")) continue;
    const SettingRange range = RangeOf(arch::BuildMachine(), name);
    if (range.low > 0) wrong.push_back({name, range.low - 1});
    if (range.high < UINT16_MAX) wrong.push_back({name, range.high + 1});
  }
  const Wrong& chosen = draw.In(wrong);
  program->settings[chosen.name] = static_cast<uint32_t>(chosen.value);
  return fmt::format("{} is {}", chosen.name, chosen.value);
}

std::string BreakCode(Draw& draw, Program* program) {
  uint64_t& word = program->code[draw.Below(static_cast<uint32_t>(program->code.size()))];
  const ReservedCode chosen = draw.In(ReservedCodes());
  const uint64_t mask = ((uint64_t{1} << chosen.field.bits) - 1) << chosen.field.lsb;
  word = (word & ~mask) | uint64_t{chosen.code} << chosen.field.lsb;
  return fmt::format("{} is {}, reserved", chosen.field.name, chosen.code);
}

// An address beyond the buffer, which the machine takes modulo its size.
std::string BreakAddress(Draw& draw, Program* program) {
  if (arch::BuildSizes().local_words == 1 << arch::kAguAddressBits) return BreakCode(draw, program);
  uint64_t& word = program->code[draw.Below(static_cast<uint32_t>(program->code.size()))];
  Instruction i = *Decode(word, kCodesOfAnyMachine);
  MemSlot& slot = draw.OneIn(2) ? i.mema : i.memb;
  slot.op = draw.Of({arch::MemOp::kRd, arch::MemOp::kWr});
  slot.offset = draw.From(arch::BuildSizes().local_words, (1 << arch::kAguAddressBits) - 1);
  slot.update = 0;
  word = Encode(i);
  return fmt::format("address {}", slot.offset);
}

// Neighbours exchanged, an instruction repeated, replaced or with a slot less.
void ChangeSomething(Draw& draw, Program* program) {
  std::vector<uint64_t>& code = program->code;
  const size_t pc = draw.Below(static_cast<uint32_t>(code.size()));
  const size_t next = (pc + 1) % code.size();
  switch (draw.Below(4)) {
    case 0:
      std::swap(code[pc], code[next]);
      break;
    case 1:
      code[next] = code[pc];
      break;
    case 2:
      code[pc] = Encode(AnyInstruction(draw));
      break;
    default: {
      Instruction i = *Decode(code[pc], kCodesOfAnyMachine);
      if (draw.OneIn(3)) i.mema.op = arch::MemOp::kNop;
      if (i.mema.op == arch::MemOp::kNop) i.mema_part = arch::WrPart::kPlain;
      if (draw.OneIn(3)) i.wreg = arch::WregOp::kNop;
      if (draw.OneIn(3)) i.ireg = arch::IregOp::kSh;
      if (draw.OneIn(3)) i.vmac = arch::VmacOp::kSetrb;
      code[pc] = Encode(i);
    }
  }
}

bool BreakHazard(Draw& draw, Program* program) {
  constexpr int kChanges = 40;
  Program changed = *program;
  for (int change = 0; change < kChanges; ++change) {
    ChangeSomething(draw, &changed);
    if (!CheckProgram(changed, arch::BuildMachine()).empty()) return false;
    if (FindHazards(changed, arch::BuildSizes()).empty()) continue;
    *program = std::move(changed);
    return true;
  }
  return false;
}

}  // namespace

std::vector<ReservedCode> ReservedCodes() {
  std::vector<ReservedCode> codes;
  const auto add = [&codes](const arch::InstructionField& field, size_t named) {
    for (auto code = static_cast<uint32_t>(named); code < 1u << field.bits; ++code) {
      codes.push_back({field, code});
    }
  };
  add(arch::kMemaOp, arch::kMemOpNames.size());
  add(arch::kMembOp, arch::kMemOpNames.size());
  add(arch::kWregOp, arch::kWregOpNames.size());
  add(arch::kIregOp, arch::kIregOp.Values(arch::BuildSizes().split));
  add(arch::kVmacOp, arch::kVmacOpNames.size());
  add(arch::kMemaPart, arch::kMemaPart.Values(arch::BuildSizes().split));
  return codes;
}

Breakage BreakProgram(Draw& draw, Program* program) {
  const uint32_t kind = draw.Below(8);
  if (kind == 0) return {BreakSetting(draw, program), true};
  if (kind == 1) return {BreakCode(draw, program)};
  if (kind == 2) return {BreakAddress(draw, program)};
  if (BreakHazard(draw, program)) return {"a hazard rule"};
  return {BreakCode(draw, program)};
}

}  // namespace nve
