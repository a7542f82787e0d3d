// SPDX-License-Identifier: Apache-2.0
// The fields of the instruction word as one table (docs/isa.md, section 11): where each lies, which
// slot it belongs to, what it may hold, and which member of Instruction it is. Encoder, decoder,
// assembler and benches read this table. The golden model has a decoder of its own, on purpose.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "nve_isa.hpp"
#include "program/instruction.hpp"

namespace nve {

/// A field of the machine and its value in an Instruction.
struct InstructionField {
  arch::InstructionField place;
  uint64_t (*get)(const Instruction&);
  void (*set)(Instruction&, uint64_t value);
};

/// Of the machine of this build, in the order of its description.
using InstructionFields = std::array<InstructionField, arch::kInstructionFields.size()>;
const InstructionFields& FieldsOfInstruction();

/// The fields of a slot, in the order of the description; the first holds its operation.
struct InstructionSlot {
  const char* name;
  std::vector<const InstructionField*> fields;
};

/// The slots, in the order in which assembly text writes them.
const std::vector<InstructionSlot>& SlotsOfInstruction();

/// The largest value that the bits of a field hold.
constexpr uint64_t LargestOf(const arch::InstructionField& field) {
  return ~uint64_t{0} >> (64 - field.bits);
}

/// The bits of the instruction word that hold `value` in a field. It must not be larger than
/// LargestOf(field); it may be a reserved code.
constexpr uint64_t BitsOf(const arch::InstructionField& field, uint64_t value) {
  return value << field.lsb;
}

/// The value of a field in an instruction word.
constexpr uint64_t ValueOf(const arch::InstructionField& field, uint64_t word) {
  return word >> field.lsb & LargestOf(field);
}

}  // namespace nve
