// SPDX-License-Identifier: Apache-2.0
// The assembly text of one instruction, both ways. A slot without operation is "-"; should its
// unused fields hold something (the encoding allows it), they follow the dash, so that every word
// has its text.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "base/text/numbers.hpp"
#include "program/instruction.hpp"
#include "program/instruction_fields.hpp"

namespace nve {
namespace {

constexpr int kAddressLimit = 1 << arch::kAguAddressBits;

bool IsCode(const InstructionField& field) { return field.place.kind == arch::FieldKind::kCode; }

const InstructionField& Operation(const InstructionSlot& slot) { return *slot.fields.front(); }

// The field of this kind of number; null if the slot has none, and so no address.
const InstructionField* NumberOf(const InstructionSlot& slot, arch::FieldKind kind) {
  const auto field = std::find_if(slot.fields.begin(), slot.fields.end(),
                                  [kind](const auto* f) { return f->place.kind == kind; });
  return field == slot.fields.end() ? nullptr : *field;
}

// The codes of a slot. What has no mnemonic is not written, nor is code 0 beside no operation.
std::string CodesText(const InstructionSlot& slot, const Instruction& instruction) {
  const bool operates = Operation(slot).get(instruction) != 0;
  std::string text;
  for (const InstructionField* field : slot.fields) {
    if (!IsCode(*field)) continue;
    const uint64_t code = field->get(instruction);
    const std::string_view mnemonic = field->place.mnemonics[code];
    if (mnemonic.empty() || (!text.empty() && code == 0 && !operates)) continue;
    if (!text.empty()) text += ' ';
    text += mnemonic;
  }
  return text;
}

std::string AddressText(const InstructionSlot& slot, const Instruction& instruction) {
  const auto number = [&](arch::FieldKind kind) { return NumberOf(slot, kind)->get(instruction); };
  const uint64_t offset = number(arch::FieldKind::kOffset);
  const uint64_t update = number(arch::FieldKind::kUpdate);
  const uint64_t mode = number(arch::FieldKind::kMode);
  if (update != 0 || mode != 0) return fmt::format(" {}+{}@{}", offset, update, mode);
  if (Operation(slot).get(instruction) == 0 && offset == 0) return "";
  return fmt::format(" {}", offset);
}

bool HasAddress(const InstructionSlot& slot) {
  return NumberOf(slot, arch::FieldKind::kOffset) != nullptr;
}

std::string SlotText(const InstructionSlot& slot, const Instruction& instruction) {
  const std::string codes = CodesText(slot, instruction);
  return HasAddress(slot) ? codes + AddressText(slot, instruction) : codes;
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

std::vector<std::string_view> SlotTexts(std::string_view text) {
  std::vector<std::string_view> slots;
  size_t at = 0;
  for (size_t bar = text.find('|'); bar != std::string_view::npos; bar = text.find('|', at)) {
    slots.push_back(text.substr(at, bar - at));
    at = bar + 1;
  }
  slots.push_back(text.substr(at));
  return slots;
}

// `offset` or `offset+update@mode`.
bool ParseAddress(std::string_view text, const InstructionSlot& slot, Instruction* instruction) {
  const auto read = [&](std::string_view number, int limit, arch::FieldKind kind) {
    const std::optional<uint64_t> value = ParseNumber(number, static_cast<uint64_t>(limit));
    if (value) NumberOf(slot, kind)->set(*instruction, *value);
    return value.has_value();
  };
  const size_t plus = text.find('+');
  const std::string_view offset = text.substr(0, plus);
  if (!read(offset, kAddressLimit - 1, arch::FieldKind::kOffset)) return false;
  if (plus == std::string_view::npos) return true;
  const size_t at = text.find('@', plus);
  if (at == std::string_view::npos) return false;
  const std::string_view update = text.substr(plus + 1, at - plus - 1);
  return read(update, kAddressLimit - 1, arch::FieldKind::kUpdate) &&
         read(text.substr(at + 1), arch::kAguModes, arch::FieldKind::kMode);
}

using WordList = std::span<const std::string_view>;

// Takes the longest mnemonic of a field that stands in front of `words`; false if none does.
bool TakeCode(const InstructionField& field, bool split, WordList* words,
              Instruction* instruction) {
  size_t taken = 0;
  for (size_t code = 0; code < field.place.Values(split); ++code) {
    const std::vector<std::string_view> mnemonic = Words(field.place.mnemonics[code]);
    if (mnemonic.size() <= taken || mnemonic.size() > words->size()) continue;
    if (!std::equal(mnemonic.begin(), mnemonic.end(), words->begin())) continue;
    taken = mnemonic.size();
    field.set(*instruction, code);
  }
  *words = words->subspan(taken);
  return taken != 0;
}

// Takes the codes of a slot. An operation must name each of them that has a mnemonic for code 0.
bool TakeCodes(const InstructionSlot& slot, bool split, WordList* words, Instruction* instruction) {
  for (const InstructionField* field : slot.fields) {
    if (!IsCode(*field) || TakeCode(*field, split, words, instruction)) continue;
    if (field == &Operation(slot)) return false;
    const bool silent = std::string_view(field->place.mnemonics[0]).empty();
    if (!silent && Operation(slot).get(*instruction) != 0) return false;
  }
  return true;
}

// What a slot of codes may hold: no operation, and each operation with each of its other codes.
std::string CodeForms(const InstructionSlot& slot, bool split) {
  std::string forms = Operation(slot).place.mnemonics[0];
  Instruction i;
  // Counts through the codes, the first field behind the operation fastest.
  const auto next = [&] {
    for (const InstructionField* field : slot.fields) {
      if (field == &Operation(slot) || !IsCode(*field)) continue;
      const uint64_t code = field->get(i) + 1;
      field->set(i, code % field->place.Values(split));
      if (code < field->place.Values(split)) return true;
    }
    return false;
  };
  for (size_t operation = 1; operation < Operation(slot).place.Values(split); ++operation) {
    Operation(slot).set(i, operation);
    do {
      forms += ", " + CodesText(slot, i);
    } while (next());
  }
  return forms;
}

// What a memory slot may hold; the other codes are those of a `wr`.
std::string MemForms(const InstructionSlot& slot, bool split) {
  const arch::InstructionField& operation = Operation(slot).place;
  constexpr auto kWr = static_cast<size_t>(arch::MemOp::kWr);
  std::string forms = operation.mnemonics[0];
  for (size_t code = 1; code < operation.Values(split); ++code) {
    if (code != kWr) forms += fmt::format(", {} ADDRESS", operation.mnemonics[code]);
  }
  for (const InstructionField* field : slot.fields) {
    if (field == &Operation(slot) || !IsCode(*field)) continue;
    for (size_t code = 1; code < field->place.Values(split); ++code) {
      forms +=
          fmt::format(", {} {} ADDRESS", operation.mnemonics[kWr], field->place.mnemonics[code]);
    }
  }
  return fmt::format(
      "{} or {} ADDRESS, where ADDRESS is OFFSET or OFFSET+UPDATE@MODE, OFFSET and UPDATE 0 to {}, "
      "MODE 0 to {}",
      forms, operation.mnemonics[kWr], kAddressLimit - 1, arch::kAguModes);
}

bool ParseWords(const InstructionSlot& slot, bool split, WordList words, Instruction* instruction) {
  if (!TakeCodes(slot, split, &words, instruction)) return false;
  if (!HasAddress(slot)) return words.empty();
  if (words.empty()) return Operation(slot).get(*instruction) == 0;
  return words.size() == 1 && ParseAddress(words[0], slot, instruction);
}

bool ParseSlot(std::string_view text, const InstructionSlot& slot, bool split,
               Instruction* instruction, std::string* problem) {
  const std::vector<std::string_view> words = Words(text);
  if (ParseWords(slot, split, words, instruction)) return true;
  *problem = fmt::format("slot {}: found '{}', allowed: {}", slot.name, fmt::join(words, " "),
                         HasAddress(slot) ? MemForms(slot, split) : CodeForms(slot, split));
  return false;
}

}  // namespace

std::string ToText(const Instruction& instruction) {
  std::string text;
  for (const InstructionSlot& slot : SlotsOfInstruction()) {
    if (!text.empty()) text += " | ";
    text += SlotText(slot, instruction);
  }
  return text;
}

std::optional<Instruction> ParseInstruction(std::string_view text, std::string& problem,
                                            bool split) {
  const std::vector<std::string_view> found = SlotTexts(text);
  const std::vector<InstructionSlot>& slots = SlotsOfInstruction();
  if (found.size() != slots.size()) {
    std::vector<std::string_view> names;
    names.reserve(slots.size());
    for (const InstructionSlot& slot : slots) names.emplace_back(slot.name);
    problem = fmt::format("an instruction has {} slots separated by '|' ({}), found {}",
                          slots.size(), fmt::join(names, ", "), found.size());
    return std::nullopt;
  }
  Instruction instruction;
  for (size_t i = 0; i < slots.size(); ++i) {
    if (!ParseSlot(found[i], slots[i], split, &instruction, &problem)) return std::nullopt;
  }
  return instruction;
}

}  // namespace nve
