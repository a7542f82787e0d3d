// SPDX-License-Identifier: Apache-2.0
// Instruction fields from their positions in the architecture header.
#include "model/golden/decode.hpp"

#include "nve_arch.hpp"

namespace nve::golden {
namespace {

uint32_t Extract(uint64_t word, const arch::InstructionField& field) {
  return static_cast<uint32_t>((word >> field.lsb) & ((uint64_t{1} << field.bits) - 1));
}

// The code in `field`, or code 0, no operation, if the machine's codes do not reach so far.
template <typename Code>
Code ExtractCode(uint64_t word, const arch::InstructionField& field) {
  const uint32_t code = Extract(word, field);
  return static_cast<Code>(code < field.Values(arch::kSplit != 0) ? code : 0);
}

}  // namespace

DecodedInstruction DecodeInstruction(uint64_t word) {
  DecodedInstruction instruction;
  instruction.word = word;
  instruction.mema.op = ExtractCode<arch::MemOp>(word, arch::kMemaOp);
  instruction.mema.mode = static_cast<uint8_t>(Extract(word, arch::kMemaMode));
  instruction.mema.offset = static_cast<uint16_t>(Extract(word, arch::kMemaOffset));
  instruction.mema.update = static_cast<uint16_t>(Extract(word, arch::kMemaUpdate));
  instruction.mema_part = ExtractCode<arch::WrPart>(word, arch::kMemaPart);
  instruction.memb.op = ExtractCode<arch::MemOp>(word, arch::kMembOp);
  instruction.memb.mode = static_cast<uint8_t>(Extract(word, arch::kMembMode));
  instruction.memb.offset = static_cast<uint16_t>(Extract(word, arch::kMembOffset));
  instruction.memb.update = static_cast<uint16_t>(Extract(word, arch::kMembUpdate));
  instruction.wreg = ExtractCode<arch::WregOp>(word, arch::kWregOp);
  instruction.ireg = ExtractCode<arch::IregOp>(word, arch::kIregOp);
  instruction.vmac = ExtractCode<arch::VmacOp>(word, arch::kVmacOp);
  instruction.act = ExtractCode<arch::ActOp>(word, arch::kActOp);
  instruction.act_half = ExtractCode<arch::ActHalf>(word, arch::kActHalf);
  instruction.act_to = ExtractCode<arch::ActTo>(word, arch::kActTo);
  return instruction;
}

}  // namespace nve::golden
