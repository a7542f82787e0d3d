// Formatting of lockstep mismatches: see mismatch_report.hpp.
#include "host/lockstep/mismatch_report.hpp"

#include <fmt/format.h>

#include <cstring>
#include <string_view>

#include "compiler/program/instruction.hpp"

namespace nve {
namespace {

// Registers and ports belong to the slot that writes them.
const char* SlotOf(std::string_view field) {
  struct Owner {
    std::string_view prefix;
    const char* slot;
  };
  static constexpr Owner kOwners[] = {
      {"agu_mema", "MEMA"},     {"port_a", "MEMA"},  {"write_a", "MEMA"}, {"agu_memb", "MEMB"},
      {"port_b", "MEMB"},       {"write_b", "MEMB"}, {"rw", "WREG"},      {"ri", "IREG"},
      {"accu", "VMAC"},         {"result", "VMAC"},  {"act_", "ACT"},     {"in_level", "streams"},
      {"out_level", "streams"}, {"s_", "streams"},   {"m_", "streams"},   {"reg_", "registers"},
      {"irq", "registers"},
  };
  for (const Owner& owner : kOwners) {
    if (field.starts_with(owner.prefix)) return owner.slot;
  }
  return "control";
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

int64_t Signed(const Difference& difference, uint64_t value) {
  const std::string_view field = difference.field;
  if (field == "accu") return static_cast<int32_t>(value);
  if (field == "rw") return static_cast<int16_t>(value);
  return static_cast<int64_t>(value);
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
  const std::optional<Instruction> instruction = Decode(word);
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

}  // namespace

std::vector<Difference> FindDifferences(const arch::Probe& expected, const arch::Probe& got) {
  std::vector<Difference> differences;
  for (const arch::ProbeField& field : arch::kProbeFields) {
    for (int i = 0; i < field.count; ++i) {
      const uint64_t a = Element(expected, field, i);
      const uint64_t b = Element(got, field, i);
      if (a == b) continue;
      differences.push_back(
          {SlotOf(field.name), field.name, field.count > 1 ? i : -1, field.bits, a, b});
    }
  }
  return differences;
}

std::string FormatMismatch(const Mismatch& mismatch, const MismatchContext& context) {
  const arch::Probe& probe = mismatch.expected;
  const std::vector<Difference> differences = FindDifferences(probe, mismatch.got);
  std::string text =
      fmt::format("lockstep mismatch: {} cycle {}: {} differs (expected: golden model, got: RTL)\n",
                  context.core, mismatch.cycle,
                  differences.empty() ? "padding of the probe" : Name(differences.front()));
  if (!context.program.empty()) {
    text += fmt::format("  layer {}, program {}, run {}, pass {}\n", context.layer, context.program,
                        probe.run, probe.pass);
  }
  text += fmt::format("  state {}, stall {}, pc {}", CodeName(arch::kStateNames, probe.state),
                      CodeName(arch::kStallNames, probe.stall), probe.pc);
  text += Runs(probe.state) ? ": " + Disassemble(InstructionOf(probe)) + "\n" : "\n";
  text += fmt::format("\n  {:<10} {:<16} {:>18} {:>18} {:>12} {:>12}\n", "slot", "signal",
                      "expected", "got", "expected", "got");
  for (const Difference& d : differences) {
    text += fmt::format("  {:<10} {:<16} {:>18} {:>18} {:>12} {:>12}\n", d.slot, Name(d),
                        Hex(d.expected, d.bits), Hex(d.got, d.bits), Signed(d, d.expected),
                        Signed(d, d.got));
  }
  const arch::ProbeInputs& in = mismatch.inputs;
  text += fmt::format(
      "\n  inputs of the cycle: s_tvalid {} s_tdata 0x{:08x}{:08x} m_tready {} reg_write {} "
      "reg_waddr 0x{:x} reg_wdata 0x{:x} reg_raddr 0x{:x}\n",
      in.s_tvalid, in.s_tdata[1], in.s_tdata[0], in.m_tready, in.reg_write, in.reg_waddr,
      in.reg_wdata, in.reg_raddr);
  if (!mismatch.history.empty()) {
    text += fmt::format("\n  the {} cycles before it:\n  {:>10} {:<8} {:<7} {:>4}  {}\n",
                        mismatch.history.size(), "cycle", "state", "stall", "pc", "instruction");
    for (const CycleRecord& record : mismatch.history) text += HistoryLine(record);
    // Registers show in this cycle what the edge before it stored.
    text += "  (a register that differs was computed in the last of these cycles or before)\n";
  }
  if (!context.reproduce.empty()) text += "\n  reproduce: " + context.reproduce + "\n";
  return text;
}

nlohmann::ordered_json MismatchJson(const Mismatch& mismatch, const MismatchContext& context) {
  const arch::Probe& probe = mismatch.expected;
  nlohmann::ordered_json json = {
      {"core", context.core},
      {"cycle", mismatch.cycle},
      {"layer", context.layer},
      {"program", context.program},
      {"run", probe.run},
      {"pass", probe.pass},
      {"state", CodeName(arch::kStateNames, probe.state)},
      {"stall", CodeName(arch::kStallNames, probe.stall)},
      {"pc", probe.pc},
      {"instruction", Runs(probe.state) ? Disassemble(InstructionOf(probe)) : ""},
      {"differences", nlohmann::ordered_json::array()},
      {"history", nlohmann::ordered_json::array()},
      {"reproduce", context.reproduce}};
  for (const Difference& d : FindDifferences(probe, mismatch.got)) {
    json["differences"].push_back({{"slot", d.slot},
                                   {"signal", d.field},
                                   {"element", d.element},
                                   {"expected", Hex(d.expected, d.bits)},
                                   {"got", Hex(d.got, d.bits)}});
  }
  for (const CycleRecord& record : mismatch.history) {
    json["history"].push_back(
        {{"cycle", record.cycle},
         {"state", CodeName(arch::kStateNames, record.state)},
         {"stall", CodeName(arch::kStallNames, record.stall)},
         {"pc", record.pc},
         {"instruction", Runs(record.state) ? Disassemble(record.instruction) : ""}});
  }
  return json;
}

}  // namespace nve
