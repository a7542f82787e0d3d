// SPDX-License-Identifier: Apache-2.0
// Formatting of lockstep mismatches: see mismatch_report.hpp.
#include "host/lockstep/mismatch_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "arch/build_machine.hpp"
#include "base/text/text_lines.hpp"
#include "program/instruction.hpp"
#include "program/instruction_fields.hpp"

namespace nve {
namespace {

const arch::ProbeField& FieldOf(std::string_view name) {
  return *std::find_if(arch::kProbeFields.begin(), arch::kProbeFields.end(),
                       [name](const arch::ProbeField& field) { return field.name == name; });
}

bool Writes(uint64_t instruction, const arch::ProbeField& field) {
  if (!Decode(instruction, arch::BuildSizes().split).has_value()) return false;
  if (field.writer == nullptr) return true;
  const auto code = static_cast<int>(ValueOf(*field.writer, instruction));
  return field.writer_code < 0 ? code != 0 : code == field.writer_code;
}

uint64_t Element(const arch::Probe& probe, const arch::ProbeField& field, int element) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(&probe) + field.first_word * 4;
  uint64_t value = 0;
  // Elements of arrays are 8, 16 or 32 bits wide; a single element fills up to two words.
  const size_t size =
      field.count > 1 ? static_cast<size_t>(field.bits) / 8 : static_cast<size_t>(field.words) * 4;
  std::memcpy(&value, bytes + static_cast<size_t>(element) * size, size);
  return value;
}

std::string Hex(uint64_t value, int bits) {
  return fmt::format("0x{:0{}x}", value, (bits + 3) / 4);
}

std::string Name(const Difference& difference) {
  return difference.element < 0 ? difference.field
                                : fmt::format("{}[{}]", difference.field, difference.element);
}

template <size_t N>
const char* CodeName(const std::array<const char*, N>& names, uint32_t code) {
  return code < N ? names[code] : "?";
}

std::string Disassemble(uint64_t word) {
  const std::optional<Instruction> instruction = Decode(word, kCodesOfAnyMachine);
  return instruction.has_value() ? ToText(*instruction)
                                 : fmt::format("reserved code in 0x{:016x}", word);
}

uint64_t InstructionOf(const arch::Probe& probe) {
  uint64_t word = 0;
  std::memcpy(&word, probe.instruction, sizeof(word));
  return word;
}

// An instruction is in execution only in the running states.
bool Runs(uint32_t state) { return state >= static_cast<uint32_t>(arch::State::kInitial); }

std::string HistoryLine(const CycleRecord& record) {
  return fmt::format("  {:>10} {:<8} {:<7} {:>4}  {}\n", record.cycle,
                     CodeName(arch::kStateNames, record.state),
                     CodeName(arch::kStallNames, record.stall), record.pc,
                     Runs(record.state) ? Disassemble(record.instruction) : "");
}

// The last cycles that so many lines have room for.
std::string HistoryTable(const std::vector<CycleRecord>& history, size_t lines) {
  const size_t shown = std::min(history.size(), std::max<size_t>(lines, 1) - 1);
  if (shown == 0) return "";
  std::string text = fmt::format("  the {} cycles before it:\n", shown);
  for (size_t i = history.size() - shown; i < history.size(); ++i) text += HistoryLine(history[i]);
  return text;
}

std::string ContextLine(const arch::Probe& probe, const MismatchContext& context) {
  std::string line = WorkText(probe, context);
  if (!context.seed.empty())
    line += fmt::format("{}seed {}", line.empty() ? "" : "; ", context.seed);
  return line.empty() ? "" : "  " + line + "\n";
}

std::string FirstLine(const Mismatch& mismatch, const Difference& first) {
  const int latency = FieldOf(first.field).latency;
  std::string text = fmt::format("  first: {} ({}), ", Name(first), first.slot);
  if (latency == arch::kSeenNow) return text + "driven by this instruction\n";
  if (latency == arch::kSeenNever) return text + "which no instruction writes\n";
  const CycleRecord* producer = ProducerOf(mismatch, first);
  if (producer == nullptr) {
    return text + fmt::format("which no instruction of the last {} cycles wrote\n",
                              mismatch.history.size());
  }
  return text + fmt::format("written in cycle {}, pc {}: {}\n", producer->cycle, producer->pc,
                            Disassemble(producer->instruction));
}

// Two elements of a slot side by side.
std::string DifferenceTable(const std::vector<Difference>& differences) {
  constexpr int kMostRows = 8;
  int bits = 0;
  for (const Difference& d : differences) bits = std::max(bits, d.bits);
  const int width = std::max((bits + 3) / 4 + 2, 8);  // of "0x…" and "expected"
  std::string text = fmt::format("  {:<10} {:<16} {:>{}} {:>{}}", "slot", "signal", "expected",
                                 width, "got", width);
  int rows = 0;
  size_t at = 0;
  while (at < differences.size() && rows < kMostRows) {
    const std::string_view slot = differences[at].slot;
    text += fmt::format("\n  {:<10}", slot);
    for (int cell = 0; cell < 2 && at < differences.size(); ++cell, ++at) {
      const Difference& d = differences[at];
      if (d.slot != slot) break;
      text += fmt::format("{} {:<16} {:>{}} {:>{}}", cell == 0 ? "" : "   ", Name(d),
                          Hex(d.expected, d.bits), width, Hex(d.got, d.bits), width);
    }
    ++rows;
  }
  if (at < differences.size()) text += fmt::format("   and {} more", differences.size() - at);
  return text + "\n";
}

std::string BeatTable(const std::vector<BeatRecord>& beats) {
  if (beats.empty()) return "";
  std::string text = fmt::format("  the {} stream words before it:", beats.size());
  for (size_t i = 0; i < beats.size(); ++i) {
    const BeatRecord& beat = beats[i];
    const std::string word =
        fmt::format("{:>10} {:<3} 0x{:016x}{}", beat.cycle, beat.output ? "out" : "in", beat.data,
                    beat.last ? " last" : "");
    text += i % 2 == 0 ? "\n  " + word : fmt::format("{:>{}}", word, word.size() + 8);
  }
  return text + "\n";
}

nlohmann::ordered_json RecordJson(const CycleRecord& record) {
  return {{"cycle", record.cycle},
          {"state", CodeName(arch::kStateNames, record.state)},
          {"stall", CodeName(arch::kStallNames, record.stall)},
          {"pc", record.pc},
          {"instruction", Runs(record.state) ? Disassemble(record.instruction) : ""}};
}

}  // namespace

std::vector<Difference> FindDifferences(const arch::Probe& expected, const arch::Probe& got) {
  std::vector<Difference> differences;
  for (const arch::ProbeField& field : arch::kProbeFields) {
    for (int i = 0; i < field.count; ++i) {
      const uint64_t a = Element(expected, field, i);
      const uint64_t b = Element(got, field, i);
      if (a == b) continue;
      differences.push_back({field.owner, field.name, field.count > 1 ? i : -1, field.bits, a, b});
    }
  }
  return differences;
}

const CycleRecord* ProducerOf(const Mismatch& mismatch, const Difference& difference) {
  const arch::ProbeField& field = FieldOf(difference.field);
  if (field.latency == arch::kSeenNow || field.latency == arch::kSeenNever) return nullptr;
  int executed = 0;
  for (size_t i = mismatch.history.size(); i-- > 0;) {
    const CycleRecord& record = mismatch.history[i];
    if (record.advance == 0 || ++executed < field.latency) continue;
    if (Writes(record.instruction, field)) return &record;
  }
  return nullptr;
}

std::string WorkText(const arch::Probe& probe, const MismatchContext& context) {
  std::string text;
  if (!context.program.empty()) {
    text = fmt::format("layer {}, program {}, run {}, pass {}", context.layer, context.program,
                       probe.run, probe.pass);
  }
  if (context.strips > 0) text += fmt::format(": strip {} of {}", probe.run + 1, context.strips);
  if (context.iterations > 0 && probe.state == static_cast<uint32_t>(arch::State::kRepeat)) {
    // Passes after the last iteration has begun end what is under way.
    text += probe.pass < context.iterations
                ? fmt::format(", iteration {} of {}", probe.pass + 1, context.iterations)
                : fmt::format(", after iteration {}", context.iterations);
  }
  return text;
}

std::string StateText(const arch::Probe& probe) {
  return fmt::format("state {}, stall {}, pc {}{}", CodeName(arch::kStateNames, probe.state),
                     CodeName(arch::kStallNames, probe.stall), probe.pc,
                     Runs(probe.state) ? ": " + Disassemble(InstructionOf(probe)) : "");
}

nlohmann::ordered_json WorkJson(const arch::Probe& probe, const MismatchContext& context) {
  return {{"core", context.core},
          {"layer", context.layer},
          {"program", context.program},
          {"run", probe.run},
          {"pass", probe.pass},
          {"state", CodeName(arch::kStateNames, probe.state)},
          {"stall", CodeName(arch::kStallNames, probe.stall)},
          {"pc", probe.pc},
          {"instruction", Runs(probe.state) ? Disassemble(InstructionOf(probe)) : ""},
          {"strips", context.strips},
          {"iterations", context.iterations}};
}

std::string FormatMismatch(const Mismatch& mismatch, const MismatchContext& context) {
  const arch::Probe& probe = mismatch.expected;
  const std::vector<Difference> differences = FindDifferences(probe, mismatch.got);
  std::string text =
      fmt::format("lockstep mismatch: {} cycle {}: {} differs (expected: golden model, got: RTL)\n",
                  context.core, mismatch.cycle,
                  differences.empty() ? "padding of the probe" : Name(differences.front()));
  text += ContextLine(probe, context);
  text += "  " + StateText(probe) + "\n";
  if (!differences.empty()) text += FirstLine(mismatch, differences.front());
  text += DifferenceTable(differences);
  const arch::ProbeInputs& in = mismatch.inputs;
  text += fmt::format(
      "  inputs of the cycle: s_tvalid {} s_tdata 0x{:08x}{:08x} m_tready {} reg_write {} "
      "reg_waddr 0x{:x} reg_wdata 0x{:x} reg_raddr 0x{:x}\n",
      in.s_tvalid, in.s_tdata[1], in.s_tdata[0], in.m_tready, in.reg_write, in.reg_waddr,
      in.reg_wdata, in.reg_raddr);
  std::string end = BeatTable(mismatch.beats);
  if (!context.reproduce.empty()) end += "  reproduce: " + context.reproduce + "\n";
  const size_t used = LineCount(text + end);
  const size_t left = context.most_lines - std::min(context.most_lines, used);
  return text + HistoryTable(mismatch.history, left) + end;
}

nlohmann::ordered_json MismatchJson(const Mismatch& mismatch, const MismatchContext& context) {
  const arch::Probe& probe = mismatch.expected;
  nlohmann::ordered_json json = {{"core", context.core}, {"cycle", mismatch.cycle}};
  json.update(WorkJson(probe, context));
  json["seed"] = context.seed;
  json["producer"] = nullptr;
  for (const char* list : {"differences", "history", "beats"}) {
    json[list] = nlohmann::ordered_json::array();
  }
  json["reproduce"] = context.reproduce;
  const std::vector<Difference> differences = FindDifferences(probe, mismatch.got);
  for (const Difference& d : differences) {
    json["differences"].push_back({{"slot", d.slot},
                                   {"signal", d.field},
                                   {"element", d.element},
                                   {"expected", Hex(d.expected, d.bits)},
                                   {"got", Hex(d.got, d.bits)}});
  }
  const CycleRecord* producer =
      differences.empty() ? nullptr : ProducerOf(mismatch, differences.front());
  if (producer != nullptr) json["producer"] = RecordJson(*producer);
  for (const CycleRecord& record : mismatch.history) json["history"].push_back(RecordJson(record));
  for (const BeatRecord& beat : mismatch.beats) {
    json["beats"].push_back({{"cycle", beat.cycle},
                             {"stream", beat.output ? "out" : "in"},
                             {"data", Hex(beat.data, 64)},
                             {"last", beat.last}});
  }
  return json;
}

}  // namespace nve
