// SPDX-License-Identifier: Apache-2.0
// The members of Instruction that the generated fields stand for.
#include "program/instruction_fields.hpp"

#include <algorithm>
#include <string_view>
#include <type_traits>

namespace nve {
namespace {

// Reads and writes the member at the end of a path of members.
template <auto... kPath>
struct Member {
  static uint64_t Get(const Instruction& instruction) {
    return static_cast<uint64_t>((instruction.*....*kPath));
  }
  static void Set(Instruction& instruction, uint64_t value) {
    auto& member = (instruction.*....*kPath);
    member = static_cast<std::remove_reference_t<decltype(member)>>(value);
  }
};

template <auto... kPath>
constexpr InstructionField Row(const arch::InstructionField& place) {
  return {place, &Member<kPath...>::Get, &Member<kPath...>::Set};
}

constexpr InstructionFields kFields = {
    Row<&Instruction::mema, &MemSlot::op>(arch::kMemaOp),
    Row<&Instruction::mema, &MemSlot::offset>(arch::kMemaOffset),
    Row<&Instruction::mema, &MemSlot::update>(arch::kMemaUpdate),
    Row<&Instruction::mema, &MemSlot::mode>(arch::kMemaMode),
    Row<&Instruction::memb, &MemSlot::op>(arch::kMembOp),
    Row<&Instruction::memb, &MemSlot::offset>(arch::kMembOffset),
    Row<&Instruction::memb, &MemSlot::update>(arch::kMembUpdate),
    Row<&Instruction::memb, &MemSlot::mode>(arch::kMembMode),
    Row<&Instruction::wreg>(arch::kWregOp),
    Row<&Instruction::ireg>(arch::kIregOp),
    Row<&Instruction::vmac>(arch::kVmacOp),
    Row<&Instruction::act>(arch::kActOp),
    Row<&Instruction::act_half>(arch::kActHalf),
    Row<&Instruction::act_to>(arch::kActTo),
    Row<&Instruction::mema_part>(arch::kMemaPart),
};

// A field that the description has gained, lost or moved is a row to write here.
constexpr bool SameOrder() {
  for (size_t i = 0; i < kFields.size(); ++i) {
    if (kFields[i].place.name != std::string_view(arch::kInstructionFields[i].name)) return false;
  }
  return true;
}
static_assert(SameOrder(), "a row for each field of the description, in its order");

std::vector<InstructionSlot> MakeSlots() {
  std::vector<InstructionSlot> slots;
  for (const InstructionField& field : kFields) {
    const std::string_view name = field.place.slot;
    auto slot = std::find_if(slots.begin(), slots.end(),
                             [name](const InstructionSlot& s) { return s.name == name; });
    if (slot == slots.end()) slot = slots.insert(slot, {field.place.slot, {}});
    slot->fields.push_back(&field);
  }
  return slots;
}

}  // namespace

const InstructionFields& FieldsOfInstruction() { return kFields; }

const std::vector<InstructionSlot>& SlotsOfInstruction() {
  static const std::vector<InstructionSlot> kSlots = MakeSlots();
  return kSlots;
}

}  // namespace nve
