// SPDX-License-Identifier: Apache-2.0
// One core under ideal streams.
#include "model/sim/core_runner.hpp"

#include <fmt/format.h>

#include <cstring>

#include "model/sim/probe_words.hpp"
#include "program/settings.hpp"

namespace nve {
namespace {

arch::ProbeInputs IdleInputs() {
  arch::ProbeInputs in{};
  in.m_tready = 1;
  return in;
}

uint32_t CheckedOffset(const std::string& name) {
  for (const arch::Register& reg : arch::kRegisters) {
    if (name == reg.name) return reg.offset;
  }
  throw InternalError("no register is called " + name);
}

}  // namespace

RunStatistics& RunStatistics::operator+=(const RunStatistics& other) {
  cycles += other.cycles;
  load_cycles += other.load_cycles;
  input_stalls += other.input_stalls;
  output_stalls += other.output_stalls;
  instruction_words += other.instruction_words;
  words_in += other.words_in;
  words_out += other.words_out;
  return *this;
}

void CoreRunner::WriteRegister(uint32_t offset, uint32_t data, std::optional<uint64_t> word) {
  arch::ProbeInputs in = IdleInputs();
  in.s_tvalid = word.has_value() ? 1 : 0;
  in.s_tdata[0] = static_cast<uint32_t>(word.value_or(0));
  in.s_tdata[1] = static_cast<uint32_t>(word.value_or(0) >> 32);
  in.reg_write = 1;
  in.reg_waddr = offset;
  in.reg_wdata = data;
  NVE_CHECK(core_->Evaluate(in).reg_werror == 0,
            fmt::format("the core refuses {} for register 0x{:03x}", data, offset));
  core_->Commit(in);
}

// Before those of the runs.
std::vector<uint64_t> CoreRunner::LoadedWords(const Program& program, StartLoad load) const {
  std::vector<uint64_t> words;
  if (load == StartLoad::kTable) {
    const ActivationTable& table = binary_.tables[static_cast<size_t>(program.table)];
    words.resize(kTableWords);
    std::memcpy(words.data(), table.data(), table.size());
  }
  if (load != StartLoad::kNothing) {
    words.insert(words.end(), program.code.begin(), program.code.end());
  }
  return words;
}

void CoreRunner::Configure(const Program& program, int runs, size_t output_words) {
  for (const auto& [name, value] : program.settings) WriteRegister(CheckedOffset(name), value);
  WriteRegister(arch::kRegRuns.offset, static_cast<uint32_t>(runs));
  // One packet per step, so that TLAST ends it.
  WriteRegister(arch::kRegPacketWords.offset, static_cast<uint32_t>(output_words));
  WriteRegister(arch::kRegIrq.offset, arch::kIrqDone);
}

RunStatistics CoreRunner::Run(int program_number, int runs, std::span<const uint64_t> input,
                              std::vector<uint64_t>* output, const Observer& observer) {
  const Program& program = binary_.programs[static_cast<size_t>(program_number)];
  const size_t output_words =
      static_cast<size_t>(WordsPerRun(program, kCodesOfAnyMachine).out) * static_cast<size_t>(runs);
  Configure(program, runs, output_words);
  const StartLoad load = contents_.Missing(binary_, program_number);
  contents_.Hold(binary_, program_number);
  const std::vector<uint64_t> loaded = LoadedWords(program, load);
  RunStatistics statistics;
  if (load != StartLoad::kNothing) {
    statistics.instruction_words = static_cast<int64_t>(program.code.size());
  }
  const size_t total_in = loaded.size() + input.size();
  const auto word_at = [&](size_t at) {
    return at < loaded.size() ? loaded[at] : input[at - loaded.size()];
  };
  // The first word enters with START, so that the core finds it when it looks for it.
  WriteRegister(arch::kRegControl.offset, StartCommand(load),
                total_in > 0 ? std::optional(word_at(0)) : std::nullopt);
  size_t taken = total_in > 0 ? 1 : 0;
  size_t sent = 0;
  bool last = false;  // the last word sent carried TLAST
  arch::ProbeInputs in = IdleInputs();
  for (bool busy = true; busy || sent < output_words;) {
    in.s_tvalid = taken < total_in ? 1 : 0;
    const uint64_t word = taken < total_in ? word_at(taken) : 0;
    in.s_tdata[0] = static_cast<uint32_t>(word);
    in.s_tdata[1] = static_cast<uint32_t>(word >> 32);
    const arch::Probe& probe = core_->Evaluate(in);
    busy = probe.state != static_cast<uint32_t>(arch::State::kIdle);
    if (busy) {
      ++statistics.cycles;
      statistics.load_cycles += probe.state == static_cast<uint32_t>(arch::State::kTable) ||
                                probe.state == static_cast<uint32_t>(arch::State::kLoad);
      statistics.input_stalls += probe.stall == static_cast<uint32_t>(arch::Stall::kInput);
      statistics.output_stalls += probe.stall == static_cast<uint32_t>(arch::Stall::kOutput);
      if (observer) observer(probe);
    }
    NVE_CHECK(busy || probe.out_level > 0 || probe.act_push != 0 || sent == output_words,
              fmt::format("program {}: sent {} of {} words", program.name, sent, output_words));
    NVE_CHECK(probe.stall != static_cast<uint32_t>(arch::Stall::kInput) || in.s_tvalid != 0,
              fmt::format("program {}: wants more than {} words", program.name, total_in));
    if (in.s_tvalid != 0 && probe.s_tready != 0) ++taken;
    if (probe.m_tvalid != 0) {
      output->push_back(Join(probe.m_tdata));
      last = probe.m_tlast != 0;
      ++sent;
    }
    core_->Commit(in);
  }
  NVE_CHECK(taken == total_in,
            fmt::format("program {}: took {} of {} words", program.name, taken, total_in));
  NVE_CHECK(last || output_words == 0, fmt::format("program {}: TLAST is missing", program.name));
  statistics.words_in = static_cast<int64_t>(taken);
  statistics.words_out = static_cast<int64_t>(sent);
  return statistics;
}

}  // namespace nve
