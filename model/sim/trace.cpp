// SPDX-License-Identifier: Apache-2.0
// Trace lines.
#include "model/sim/trace.hpp"

#include <fmt/format.h>

#include "arch/build_machine.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "model/sim/probe_words.hpp"
#include "program/instruction.hpp"

namespace nve {
namespace {

std::string InstructionText(const arch::Probe& probe) {
  const auto state = static_cast<arch::State>(probe.state);
  if (state != arch::State::kInitial && state != arch::State::kRepeat &&
      state != arch::State::kFinal) {
    return fmt::format("{} instructions loaded", probe.load_count);
  }
  const std::optional<Instruction> instruction =
      Decode(Join(probe.instruction), kCodesOfAnyMachine);
  return instruction ? ToText(*instruction)
                     : fmt::format("reserved 0x{:016x}", Join(probe.instruction));
}

}  // namespace

std::string TraceLine(int64_t cycle, const arch::Probe& probe) {
  std::string line = fmt::format(
      "{:>9} {:<7} {:<6} {:>3} {:>5} {:>5}  {:<56} a={:016x} b={:016x} rw={} ri0={} ri8={} "
      "accu0={} "
      "result0={} act={:016x} in={} out={}",
      cycle, arch::kStateNames[probe.state], arch::kStallNames[probe.stall], probe.pc, probe.pass,
      probe.run, InstructionText(probe), Join(probe.port_a), Join(probe.port_b),
      static_cast<int16_t>(probe.rw[0]), probe.ri[0], probe.ri[8],
      static_cast<int32_t>(probe.accu[0]), probe.result[0], Join(probe.act_out), probe.in_level,
      probe.out_level);
  if (arch::BuildSizes().split) line += fmt::format(" odd={:08x}", probe.odd);
  return line;
}

TraceFile::TraceFile(const std::string& path) : file_(path) {
  file_.Write(fmt::format("{:>9} {:<7} {:<6} {:>3} {:>5} {:>5}  {:<56} registers\n", "cycle",
                          "state", "stall", "pc", "pass", "run", "instruction"));
}

void TraceFile::Write(int64_t cycle, const arch::Probe& probe) {
  file_.Write(TraceLine(cycle, probe) + "\n");
}

}  // namespace nve
