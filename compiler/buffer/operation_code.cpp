// SPDX-License-Identifier: Apache-2.0
#include "compiler/buffer/operation_code.hpp"

namespace nve {
namespace {

// How a stream word of a separated column is written (docs/isa.md, section 6): pairs of words
// become even and odd pixels, a last single word is split in itself.
arch::WrPart PartOf(const Window& window, const WordRef& ref) {
  if (!window.Separated() || ref.kind != WordRef::Kind::kPixels) return arch::WrPart::kPlain;
  if (ref.word % 2 == 1) return arch::WrPart::kOdd;
  return ref.word + 1 < window.WordsPerColumn() ? arch::WrPart::kEven : arch::WrPart::kBoth;
}

}  // namespace

void SetOperation(Instruction& instruction, const Operation& operation, const Window& window,
                  const MemSlot& address) {
  switch (operation.kind) {
    case OpKind::kRd:
    case OpKind::kWr: {
      MemSlot& slot = operation.slot == Slot::kMemA ? instruction.mema : instruction.memb;
      slot = address;
      slot.op = operation.kind == OpKind::kRd ? arch::MemOp::kRd : arch::MemOp::kWr;
      if (operation.kind == OpKind::kWr) instruction.mema_part = PartOf(window, operation.ref);
      break;
    }
    case OpKind::kSetRw:
      instruction.wreg = arch::WregOp::kSet;
      break;
    case OpKind::kShRw:
      instruction.wreg = arch::WregOp::kSh;
      break;
    case OpKind::kSetRi:
      instruction.ireg = arch::IregOp::kSet;
      break;
    case OpKind::kSetshRi:
      instruction.ireg = arch::IregOp::kSetsh;
      break;
    case OpKind::kSetshHiRi:
      instruction.ireg = arch::IregOp::kSetshHi;
      break;
    case OpKind::kShRi:
      instruction.ireg = arch::IregOp::kSh;
      break;
    case OpKind::kSetRb:
      instruction.vmac = arch::VmacOp::kSetrb;
      break;
    case OpKind::kMac:
      instruction.vmac = arch::VmacOp::kMac;
      break;
    case OpKind::kAct:
      instruction.act = arch::ActOp::kAct;
      instruction.act_half = operation.half == 0 ? arch::ActHalf::kLo : arch::ActHalf::kHi;
      break;
  }
}

}  // namespace nve
