// SPDX-License-Identifier: Apache-2.0
// Encoding and decoding of instruction words from the table of fields.
#include "program/instruction.hpp"

#include "base/diagnostics/diagnostics.hpp"
#include "program/instruction_fields.hpp"

namespace nve {
namespace {

constexpr uint64_t UsedBits() {
  uint64_t used = 0;
  for (const arch::InstructionField& field : arch::kInstructionFields) {
    used |= BitsOf(field, LargestOf(field));
  }
  return used;
}

}  // namespace

uint64_t Encode(const Instruction& instruction) {
  uint64_t word = 0;
  for (const InstructionField& field : FieldsOfInstruction()) {
    const uint64_t value = field.get(instruction);
    NVE_CHECK(value <= LargestOf(field.place), field.place.name);
    word |= BitsOf(field.place, value);
  }
  return word;
}

std::optional<Instruction> Decode(uint64_t word, bool split) {
  if ((word & ~UsedBits()) != 0) return std::nullopt;
  Instruction instruction;
  for (const InstructionField& field : FieldsOfInstruction()) {
    const uint64_t value = ValueOf(field.place, word);
    if (value >= field.place.Values(split)) return std::nullopt;
    field.set(instruction, value);
  }
  return instruction;
}

}  // namespace nve
