// SPDX-License-Identifier: Apache-2.0
// Instruction fields from their positions in the architecture header.
#include "model/golden/decode.hpp"

#include <array>

namespace nve::golden {
namespace {

uint32_t Extract(uint64_t word, const arch::InstructionField& field) {
  return static_cast<uint32_t>((word >> field.lsb) & ((uint64_t{1} << field.bits) - 1));
}

// The code in `field`, or code 0, no operation, if the code set `names` does not reach so far.
template <typename Code, size_t kCodes>
Code ExtractCode(uint64_t word, const arch::InstructionField& field,
                 const std::array<const char*, kCodes>& names) {
  const uint32_t code = Extract(word, field);
  return static_cast<Code>(code < names.size() ? code : 0);
}

}  // namespace

DecodedInstruction DecodeInstruction(uint64_t word) {
  DecodedInstruction instruction;
  instruction.word = word;
  instruction.mema.op = ExtractCode<arch::MemOp>(word, arch::kMemaOp, arch::kMemOpNames);
  instruction.mema.mode = static_cast<uint8_t>(Extract(word, arch::kMemaMode));
  instruction.mema.offset = static_cast<uint16_t>(Extract(word, arch::kMemaOffset));
  instruction.mema.update = static_cast<uint16_t>(Extract(word, arch::kMemaUpdate));
  instruction.mema_part = ExtractCode<arch::WrPart>(word, arch::kMemaPart, arch::kWrPartNames);
  instruction.memb.op = ExtractCode<arch::MemOp>(word, arch::kMembOp, arch::kMemOpNames);
  instruction.memb.mode = static_cast<uint8_t>(Extract(word, arch::kMembMode));
  instruction.memb.offset = static_cast<uint16_t>(Extract(word, arch::kMembOffset));
  instruction.memb.update = static_cast<uint16_t>(Extract(word, arch::kMembUpdate));
  instruction.wreg = ExtractCode<arch::WregOp>(word, arch::kWregOp, arch::kWregOpNames);
  instruction.ireg = ExtractCode<arch::IregOp>(word, arch::kIregOp, arch::kIregOpNames);
  instruction.vmac = ExtractCode<arch::VmacOp>(word, arch::kVmacOp, arch::kVmacOpNames);
  instruction.act = ExtractCode<arch::ActOp>(word, arch::kActOp, arch::kActOpNames);
  instruction.act_half = ExtractCode<arch::ActHalf>(word, arch::kActHalf, arch::kActHalfNames);
  instruction.act_to = ExtractCode<arch::ActTo>(word, arch::kActTo, arch::kActToNames);
  return instruction;
}

}  // namespace nve::golden
