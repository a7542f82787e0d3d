// SPDX-License-Identifier: Apache-2.0
// The table of instruction fields: its members, its slots and the bits of a word.
#include "program/instruction_fields.hpp"

#include <gtest/gtest.h>

#include <string>

namespace nve {
namespace {

TEST(InstructionFieldsTest, EachFieldIsAMemberOfItsOwn) {
  const Instruction none;
  for (const InstructionField& field : FieldsOfInstruction()) {
    EXPECT_EQ(field.get(none), 0u) << field.place.name;
    Instruction instruction;
    field.set(instruction, 1);
    for (const InstructionField& other : FieldsOfInstruction()) {
      EXPECT_EQ(other.get(instruction), &other == &field ? 1u : 0u) << other.place.name;
    }
    EXPECT_EQ(Encode(instruction), BitsOf(field.place, 1)) << field.place.name;
  }
}

TEST(InstructionFieldsTest, MembersAreThoseOfTheFieldsName) {
  Instruction instruction;
  instruction.mema.update = 7;
  instruction.memb.mode = 2;
  instruction.act_to = arch::ActTo::kHold;
  std::string found;
  for (const InstructionField& field : FieldsOfInstruction()) {
    if (field.get(instruction) == 0) continue;
    found += std::string(field.place.name) + " " + std::to_string(field.get(instruction)) + ", ";
  }
  EXPECT_EQ(found, "mema_update 7, memb_mode 2, act_to 1, ");
}

TEST(InstructionFieldsTest, SlotsBeginWithTheirOperation) {
  std::string found;
  size_t fields = 0;
  for (const InstructionSlot& slot : SlotsOfInstruction()) {
    found += std::string(slot.name) + " " + slot.fields.front()->place.name + ", ";
    fields += slot.fields.size();
    for (const InstructionField* field : slot.fields) EXPECT_STREQ(field->place.slot, slot.name);
  }
  EXPECT_EQ(found,
            "MEMA mema_op, MEMB memb_op, WREG wreg_op, IREG ireg_op, VMAC vmac_op, ACT act_op, ");
  EXPECT_EQ(fields, FieldsOfInstruction().size());
}

TEST(InstructionFieldsTest, BitsAndValues) {
  EXPECT_EQ(LargestOf(arch::kIregOp), 7u);
  EXPECT_EQ(BitsOf(arch::kIregOp, 5), uint64_t{5} << 54);
  EXPECT_EQ(ValueOf(arch::kIregOp, uint64_t{5} << 54 | uint64_t{1} << 53), 5u);
  arch::InstructionField whole = arch::kIregOp;
  whole.lsb = 0;
  whole.bits = 64;
  EXPECT_EQ(ValueOf(whole, ~uint64_t{0}), ~uint64_t{0});
}

}  // namespace
}  // namespace nve
