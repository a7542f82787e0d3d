// SPDX-License-Identifier: Apache-2.0
// An instruction word taken apart once, when it is loaded (docs/isa.md, section 11), so that a
// cycle reads plain fields.
#pragma once

#include <cstdint>

#include "nve_isa.hpp"

namespace nve::golden {

/// The fields of MEMA or MEMB.
struct MemSlotFields {
  arch::MemOp op = arch::MemOp::kNop;
  uint8_t mode = 0;
  uint16_t offset = 0;
  uint16_t update = 0;  // the loaded value
};

/// One instruction; an operation code that no table names is kNop here (docs/isa.md, section 6).
struct DecodedInstruction {
  uint64_t word = 0;  // as loaded
  MemSlotFields mema;
  arch::WrPart mema_part = arch::WrPart::kPlain;  // of a `wr`
  MemSlotFields memb;
  arch::WregOp wreg = arch::WregOp::kNop;
  arch::IregOp ireg = arch::IregOp::kNop;
  arch::VmacOp vmac = arch::VmacOp::kNop;
  arch::ActOp act = arch::ActOp::kNop;
  arch::ActHalf act_half = arch::ActHalf::kLo;
  arch::ActTo act_to = arch::ActTo::kStream;
};

DecodedInstruction DecodeInstruction(uint64_t word);

}  // namespace nve::golden
