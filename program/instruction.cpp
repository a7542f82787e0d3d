// Encoding and decoding of instruction words from the generated field table.
#include "program/instruction.hpp"

#include "base/diagnostics/diagnostics.hpp"

namespace nve {
namespace {

constexpr uint64_t Mask(int bits) { return bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1; }

template <typename T>
uint64_t Put(const arch::InstructionField& field, T value) {
  const auto bits = static_cast<uint64_t>(value);
  NVE_CHECK(bits <= Mask(field.bits), field.name);
  return bits << field.lsb;
}

uint64_t Get(const arch::InstructionField& field, uint64_t word) {
  return (word >> field.lsb) & Mask(field.bits);
}

// The code of a field if `names`, the table of its codes, has it.
template <typename Enum, size_t kCodes>
bool GetCode(const arch::InstructionField& field, uint64_t word,
             const std::array<const char*, kCodes>& /*names*/, Enum* value) {
  const uint64_t code = Get(field, word);
  if (code >= kCodes) return false;
  *value = static_cast<Enum>(code);
  return true;
}

constexpr uint64_t UsedBits() {
  uint64_t used = 0;
  for (const arch::InstructionField& field : arch::kInstructionFields) {
    used |= Mask(field.bits) << field.lsb;
  }
  return used;
}

}  // namespace

uint64_t Encode(const Instruction& instruction) {
  const Instruction& i = instruction;
  return Put(arch::kMemaOp, i.mema.op) | Put(arch::kMemaOffset, i.mema.offset) |
         Put(arch::kMemaUpdate, i.mema.update) | Put(arch::kMemaMode, i.mema.mode) |
         Put(arch::kMembOp, i.memb.op) | Put(arch::kMembOffset, i.memb.offset) |
         Put(arch::kMembUpdate, i.memb.update) | Put(arch::kMembMode, i.memb.mode) |
         Put(arch::kWregOp, i.wreg) | Put(arch::kIregOp, i.ireg) | Put(arch::kVmacOp, i.vmac) |
         Put(arch::kActOp, i.act) | Put(arch::kActHalf, i.act_half) | Put(arch::kActTo, i.act_to) |
         Put(arch::kMemaPart, i.mema_part);
}

std::optional<Instruction> Decode(uint64_t word) {
  if ((word & ~UsedBits()) != 0) return std::nullopt;
  Instruction i;
  const bool known = GetCode(arch::kMemaOp, word, arch::kMemOpNames, &i.mema.op) &&
                     GetCode(arch::kMembOp, word, arch::kMemOpNames, &i.memb.op) &&
                     GetCode(arch::kWregOp, word, arch::kWregOpNames, &i.wreg) &&
                     GetCode(arch::kIregOp, word, arch::kIregOpNames, &i.ireg) &&
                     GetCode(arch::kVmacOp, word, arch::kVmacOpNames, &i.vmac) &&
                     GetCode(arch::kActOp, word, arch::kActOpNames, &i.act) &&
                     GetCode(arch::kActHalf, word, arch::kActHalfNames, &i.act_half) &&
                     GetCode(arch::kActTo, word, arch::kActToNames, &i.act_to) &&
                     GetCode(arch::kMemaPart, word, arch::kWrPartNames, &i.mema_part);
  if (!known) return std::nullopt;
  i.mema.offset = static_cast<int>(Get(arch::kMemaOffset, word));
  i.mema.update = static_cast<int>(Get(arch::kMemaUpdate, word));
  i.mema.mode = static_cast<int>(Get(arch::kMemaMode, word));
  i.memb.offset = static_cast<int>(Get(arch::kMembOffset, word));
  i.memb.update = static_cast<int>(Get(arch::kMembUpdate, word));
  i.memb.mode = static_cast<int>(Get(arch::kMembMode, word));
  if (i.mema.mode > arch::kAguModes || i.memb.mode > arch::kAguModes) return std::nullopt;
  return i;
}

}  // namespace nve
