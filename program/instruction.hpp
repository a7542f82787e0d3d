// SPDX-License-Identifier: Apache-2.0
// One VLIW instruction of six slots and its 64-bit encoding (docs/isa.md, sections 6 and 11).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "nve_isa.hpp"

namespace nve {

/// A local-buffer operation of MEMA or MEMB with its AGU fields (docs/isa.md, section 7).
struct MemSlot {
  arch::MemOp op = arch::MemOp::kNop;
  int offset = 0;
  int update = 0;
  int mode = 0;
  bool operator==(const MemSlot&) const = default;
};

/// One instruction; the defaults are no operation in every slot.
struct Instruction {
  MemSlot mema{};
  arch::WrPart mema_part = arch::WrPart::kPlain;  ///< of a `wr` of MEMA
  MemSlot memb{};
  arch::WregOp wreg = arch::WregOp::kNop;
  arch::IregOp ireg = arch::IregOp::kNop;
  arch::VmacOp vmac = arch::VmacOp::kNop;
  arch::ActOp act = arch::ActOp::kNop;
  arch::ActHalf act_half = arch::ActHalf::kLo;
  arch::ActTo act_to = arch::ActTo::kStream;
  bool operator==(const Instruction&) const = default;
};

/// The instruction word. Fields must be in range (the assembler and the compiler see to it).
uint64_t Encode(const Instruction& instruction);

/// For `split` below: the codes of every machine. Of code that has been checked, or that is only to
/// be told: it has no code that its machine lacks, or somebody else says that it has.
inline constexpr bool kCodesOfAnyMachine = true;

/// The instruction of a word, or nothing if a field holds a reserved code or reserved bits are set.
/// `split`: the machine has the codes of split machines (arch::Sizes).
std::optional<Instruction> Decode(uint64_t word, bool split);

/// Assembly text, six slots separated by " | ", "-" for no operation:
/// "wr 3+2@1 | rd 4 | set rw | setsh ri | mac | act lo". An address is `offset`, or
/// `offset+update@mode` when update or mode is not 0. MEMA of a split machine also writes
/// "wr even 3", "wr odd 4" and "wr both 5".
std::string ToText(const Instruction& instruction);

/// Parses the text form. On failure returns nothing and sets `problem` to what was found and what
/// is allowed. `split`: the machine has the operations of split machines.
std::optional<Instruction> ParseInstruction(std::string_view text, std::string& problem,
                                            bool split);

}  // namespace nve
