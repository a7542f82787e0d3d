// The assembly text of one instruction, both ways. A slot without operation is "-"; should its
// unused fields hold something (the encoding allows it), they follow the dash, so that every word
// has its text.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/text/numbers.hpp"
#include "program/instruction.hpp"

namespace nve {
namespace {

constexpr int kAddressLimit = 1 << arch::kAguAddressBits;

std::string MemText(const MemSlot& slot, arch::WrPart part = arch::WrPart::kPlain) {
  std::string text = arch::kMemOpMnemonics[static_cast<size_t>(slot.op)];
  if (part != arch::WrPart::kPlain) {
    text += fmt::format(" {}", arch::kWrPartMnemonics[static_cast<size_t>(part)]);
  }
  const bool pattern = slot.update != 0 || slot.mode != 0;
  if (slot.op != arch::MemOp::kNop || slot.offset != 0 || pattern) {
    text += fmt::format(" {}", slot.offset);
  }
  if (pattern) text += fmt::format("+{}@{}", slot.update, slot.mode);
  return text;
}

std::string ActText(const Instruction& instruction) {
  std::string text = arch::kActOpMnemonics[static_cast<size_t>(instruction.act)];
  if (instruction.act == arch::ActOp::kAct || instruction.act_half != arch::ActHalf::kLo) {
    text += fmt::format(" {}", arch::kActHalfMnemonics[static_cast<size_t>(instruction.act_half)]);
  }
  if (instruction.act_to == arch::ActTo::kHold) text += " hold";
  return text;
}

// The words of one slot; runs of white space separate them.
std::vector<std::string_view> Words(std::string_view text) {
  std::vector<std::string_view> words;
  size_t at = 0;
  while ((at = text.find_first_not_of(" \t\r", at)) != std::string_view::npos) {
    const size_t end = std::min(text.find_first_of(" \t\r", at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

std::vector<std::string_view> Slots(std::string_view text) {
  std::vector<std::string_view> slots;
  size_t at = 0;
  for (size_t bar = text.find('|'); bar != std::string_view::npos; bar = text.find('|', at)) {
    slots.push_back(text.substr(at, bar - at));
    at = bar + 1;
  }
  slots.push_back(text.substr(at));
  return slots;
}

std::string Joined(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text += ' ';
    text += word;
  }
  return text;
}

bool ReadNumber(std::string_view text, int limit, int* value) {
  const std::optional<uint64_t> number = ParseNumber(text, static_cast<uint64_t>(limit));
  if (number) *value = static_cast<int>(*number);
  return number.has_value();
}

// `offset` or `offset+update@mode`.
bool ParseAddress(std::string_view text, MemSlot* slot) {
  const size_t plus = text.find('+');
  if (plus == std::string_view::npos) return ReadNumber(text, kAddressLimit - 1, &slot->offset);
  const size_t at = text.find('@', plus);
  if (at == std::string_view::npos) return false;
  return ReadNumber(text.substr(0, plus), kAddressLimit - 1, &slot->offset) &&
         ReadNumber(text.substr(plus + 1, at - plus - 1), kAddressLimit - 1, &slot->update) &&
         ReadNumber(text.substr(at + 1), arch::kAguModes, &slot->mode);
}

// Takes the part of a `wr` of MEMA out of the words of its slot.
void TakePart(std::vector<std::string_view>* words, arch::WrPart* part) {
  if (words->size() < 2) return;
  for (size_t code = 1; code < arch::kWrPartMnemonics.size(); ++code) {
    if ((*words)[1] != arch::kWrPartMnemonics[code]) continue;
    *part = static_cast<arch::WrPart>(code);
    words->erase(words->begin() + 1);
    return;
  }
}

// What a memory slot may hold; `parts` if it may name the part of a `wr`.
std::string MemForms(bool parts) {
  std::string forms = "-, rd ADDRESS";
  if (parts) {
    for (size_t code = 1; code < arch::kWrPartMnemonics.size(); ++code) {
      forms += fmt::format(", wr {} ADDRESS", arch::kWrPartMnemonics[code]);
    }
  }
  return fmt::format(
      "{} or wr ADDRESS, where ADDRESS is OFFSET or OFFSET+UPDATE@MODE, OFFSET and UPDATE 0 to {}, "
      "MODE 0 to {}",
      forms, kAddressLimit - 1, arch::kAguModes);
}

// `part` is null for a slot that has none (MEMB).
bool ParseMem(std::string_view text, const char* name, MemSlot* slot, arch::WrPart* part,
              std::string* problem) {
  std::vector<std::string_view> words = Words(text);
  const auto fail = [&] {
    *problem = fmt::format("slot {}: found '{}', allowed: {}", name, Joined(Words(text)),
                           MemForms(part != nullptr));
    return false;
  };
  if (words.empty()) return fail();
  if (part != nullptr) TakePart(&words, part);
  size_t code = 0;
  while (code < arch::kMemOpMnemonics.size() && words[0] != arch::kMemOpMnemonics[code]) ++code;
  if (code == arch::kMemOpMnemonics.size()) return fail();
  slot->op = static_cast<arch::MemOp>(code);
  if (words.size() == 1) return slot->op == arch::MemOp::kNop || fail();
  if (words.size() > 2 || !ParseAddress(words[1], slot)) return fail();
  return true;
}

template <typename Enum, size_t kCodes>
bool ParseCode(std::string_view text, const char* name,
               const std::array<const char*, kCodes>& mnemonics, Enum* value,
               std::string* problem) {
  const std::string found = Joined(Words(text));
  std::string allowed;
  for (size_t code = 0; code < kCodes; ++code) {
    if (found == mnemonics[code]) {
      *value = static_cast<Enum>(code);
      return true;
    }
    allowed += fmt::format("{}{}", code == 0 ? "" : ", ", mnemonics[code]);
  }
  *problem = fmt::format("slot {}: found '{}', allowed: {}", name, found, allowed);
  return false;
}

bool ParseAct(std::string_view text, Instruction* instruction, std::string* problem) {
  const std::vector<std::string_view> words = Words(text);
  bool good = !words.empty() && (words[0] == "-" || words[0] == "act");
  if (good) instruction->act = words[0] == "act" ? arch::ActOp::kAct : arch::ActOp::kNop;
  size_t at = 1;
  if (good && at < words.size() && (words[at] == "lo" || words[at] == "hi")) {
    instruction->act_half = words[at] == "hi" ? arch::ActHalf::kHi : arch::ActHalf::kLo;
    ++at;
  } else if (good && instruction->act == arch::ActOp::kAct) {
    good = false;  // `act` must name its half.
  }
  if (good && at < words.size() && words[at] == "hold") {
    instruction->act_to = arch::ActTo::kHold;
    ++at;
  }
  if (good && at == words.size()) return true;
  *problem = fmt::format(
      "slot ACT: found '{}', allowed: -, act lo, act hi, act lo hold, act hi hold", Joined(words));
  return false;
}

}  // namespace

std::string ToText(const Instruction& instruction) {
  return fmt::format(
      "{} | {} | {} | {} | {} | {}", MemText(instruction.mema, instruction.mema_part),
      MemText(instruction.memb), arch::kWregOpMnemonics[static_cast<size_t>(instruction.wreg)],
      arch::kIregOpMnemonics[static_cast<size_t>(instruction.ireg)],
      arch::kVmacOpMnemonics[static_cast<size_t>(instruction.vmac)], ActText(instruction));
}

std::optional<Instruction> ParseInstruction(std::string_view text, std::string& problem) {
  const std::vector<std::string_view> slots = Slots(text);
  if (slots.size() != 6) {
    problem = fmt::format(
        "an instruction has 6 slots separated by '|' (MEMA, MEMB, WREG, IREG, VMAC, ACT), found {}",
        slots.size());
    return std::nullopt;
  }
  Instruction i;
  const bool good = ParseMem(slots[0], "MEMA", &i.mema, &i.mema_part, &problem) &&
                    ParseMem(slots[1], "MEMB", &i.memb, nullptr, &problem) &&
                    ParseCode(slots[2], "WREG", arch::kWregOpMnemonics, &i.wreg, &problem) &&
                    ParseCode(slots[3], "IREG", arch::kIregOpMnemonics, &i.ireg, &problem) &&
                    ParseCode(slots[4], "VMAC", arch::kVmacOpMnemonics, &i.vmac, &problem) &&
                    ParseAct(slots[5], &i, &problem);
  if (!good) return std::nullopt;
  return i;
}

}  // namespace nve
