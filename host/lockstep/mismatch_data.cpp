// SPDX-License-Identifier: Apache-2.0
// Mismatches as data: see mismatch_data.hpp.
#include "host/lockstep/mismatch_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string_view>

#include "arch/build_machine.hpp"
#include "model/golden/running.hpp"
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

template <size_t N>
const char* CodeName(const std::array<const char*, N>& names, uint32_t code) {
  return code < N ? names[code] : "?";
}

// Empty outside the running states, in which alone an instruction is in execution.
std::string Disassemble(uint32_t state, uint64_t word) {
  if (!golden::IsRunning(state)) return "";
  const std::optional<Instruction> instruction = Decode(word, kCodesOfAnyMachine);
  return instruction.has_value() ? ToText(*instruction)
                                 : fmt::format("reserved code in 0x{:016x}", word);
}

uint64_t InstructionOf(const arch::Probe& probe) {
  uint64_t word = 0;
  std::memcpy(&word, probe.instruction, sizeof(word));
  return word;
}

CycleBefore ResultOf(const CycleRecord& record) {
  return {.cycle = record.cycle,
          .state = CodeName(arch::kStateNames, record.state),
          .stall = CodeName(arch::kStallNames, record.stall),
          .pc = record.pc,
          .instruction = Disassemble(record.state, record.instruction)};
}

StreamBeat ResultOf(const BeatRecord& beat) {
  return {.cycle = beat.cycle,
          .stream = beat.output ? "out" : "in",
          .data = Hex(beat.data, 64),
          .last = beat.last};
}

SignalDifference ResultOf(const Difference& difference) {
  return {.slot = difference.slot,
          .signal = difference.field,
          .element = difference.element,
          .expected = Hex(difference.expected, difference.bits),
          .got = Hex(difference.got, difference.bits)};
}

InputsOfCycle ResultOf(const arch::ProbeInputs& in) {
  return {.s_tvalid = in.s_tvalid,
          .s_tdata = Hex(uint64_t{in.s_tdata[1]} << 32 | in.s_tdata[0], 64),
          .m_tready = in.m_tready,
          .reg_write = in.reg_write,
          .reg_waddr = in.reg_waddr,
          .reg_wdata = in.reg_wdata,
          .reg_raddr = in.reg_raddr};
}

void SetWriter(const Mismatch& mismatch, const Difference& first, MismatchOfRun& result) {
  const int latency = FieldOf(first.field).latency;
  const CycleRecord* producer = ProducerOf(mismatch, first);
  if (producer != nullptr) result.producer.value = ResultOf(*producer);
  result.writer = latency == arch::kSeenNow     ? kWriterNow
                  : latency == arch::kSeenNever ? kWriterNever
                  : producer != nullptr         ? kWriterProducer
                                                : kWriterUnknown;
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

CoreAtFailure WorkOf(const arch::Probe& probe, const MismatchContext& context) {
  return {.core = context.core,
          .layer = context.layer,
          .program = context.program,
          .run = probe.run,
          .pass = probe.pass,
          .state = CodeName(arch::kStateNames, probe.state),
          .stall = CodeName(arch::kStallNames, probe.stall),
          .pc = probe.pc,
          .instruction = Disassemble(probe.state, InstructionOf(probe)),
          .strips = context.strips,
          .iterations = context.iterations};
}

MismatchOfRun ResultOf(const Mismatch& mismatch, const MismatchContext& context) {
  MismatchOfRun result;
  static_cast<CoreAtFailure&>(result) = WorkOf(mismatch.expected, context);
  result.cycle = mismatch.cycle;
  result.seed = context.seed;
  result.inputs = ResultOf(mismatch.inputs);
  result.writer = kWriterUnknown;
  const std::vector<Difference> differences = FindDifferences(mismatch.expected, mismatch.got);
  if (!differences.empty()) SetWriter(mismatch, differences.front(), result);
  for (const Difference& d : differences) result.differences.push_back(ResultOf(d));
  for (const CycleRecord& record : mismatch.history) result.history.push_back(ResultOf(record));
  for (const BeatRecord& beat : mismatch.beats) result.beats.push_back(ResultOf(beat));
  result.reproduce = context.reproduce;
  return result;
}

}  // namespace nve
