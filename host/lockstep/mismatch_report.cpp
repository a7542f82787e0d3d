// SPDX-License-Identifier: Apache-2.0
// Formatting of lockstep mismatches: see mismatch_report.hpp.
#include "host/lockstep/mismatch_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/text/text_lines.hpp"
#include "nve_isa.hpp"

namespace nve {
namespace {

std::string Name(const SignalDifference& difference) {
  return difference.element < 0 ? difference.signal
                                : fmt::format("{}[{}]", difference.signal, difference.element);
}

std::string HistoryLine(const CycleBefore& before) {
  return fmt::format("  {:>10} {:<8} {:<7} {:>4}  {}\n", before.cycle, before.state, before.stall,
                     before.pc, before.instruction);
}

// The last cycles that so many lines have room for.
std::string HistoryTable(const std::vector<CycleBefore>& history, size_t lines) {
  const size_t shown = std::min(history.size(), std::max<size_t>(lines, 1) - 1);
  if (shown == 0) return "";
  std::string text = fmt::format("  the {} cycles before it:\n", shown);
  for (size_t i = history.size() - shown; i < history.size(); ++i) text += HistoryLine(history[i]);
  return text;
}

std::string ContextLine(const MismatchOfRun& mismatch) {
  std::string line = WorkText(mismatch);
  if (!mismatch.seed.empty()) {
    line += fmt::format("{}seed {}", line.empty() ? "" : "; ", mismatch.seed);
  }
  return line.empty() ? "" : "  " + line + "\n";
}

std::string FirstLine(const MismatchOfRun& mismatch) {
  const SignalDifference& first = mismatch.differences.front();
  std::string text = fmt::format("  first: {} ({}), ", Name(first), first.slot);
  if (mismatch.writer == kWriterNow) return text + "driven by this instruction\n";
  if (mismatch.writer == kWriterNever) return text + "which no instruction writes\n";
  if (!mismatch.producer.value) {
    return text + fmt::format("which no instruction of the last {} cycles wrote\n",
                              mismatch.history.size());
  }
  const CycleBefore& producer = *mismatch.producer.value;
  return text + fmt::format("written in cycle {}, pc {}: {}\n", producer.cycle, producer.pc,
                            producer.instruction);
}

// Two elements of a slot side by side.
std::string DifferenceTable(const std::vector<SignalDifference>& differences) {
  constexpr int kMostRows = 8;
  size_t width = std::string_view("expected").size();
  for (const SignalDifference& d : differences) width = std::max(width, d.expected.size());
  std::string text = fmt::format("  {:<10} {:<16} {:>{}} {:>{}}", "slot", "signal", "expected",
                                 width, "got", width);
  int rows = 0;
  size_t at = 0;
  while (at < differences.size() && rows < kMostRows) {
    const std::string& slot = differences[at].slot;
    text += fmt::format("\n  {:<10}", slot);
    for (int cell = 0; cell < 2 && at < differences.size(); ++cell, ++at) {
      const SignalDifference& d = differences[at];
      if (d.slot != slot) break;
      text += fmt::format("{} {:<16} {:>{}} {:>{}}", cell == 0 ? "" : "   ", Name(d), d.expected,
                          width, d.got, width);
    }
    ++rows;
  }
  if (at < differences.size()) text += fmt::format("   and {} more", differences.size() - at);
  return text + "\n";
}

std::string InputsLine(const InputsOfCycle& in) {
  return fmt::format(
      "  inputs of the cycle: s_tvalid {} s_tdata {} m_tready {} reg_write {} reg_waddr 0x{:x} "
      "reg_wdata 0x{:x} reg_raddr 0x{:x}\n",
      in.s_tvalid, in.s_tdata, in.m_tready, in.reg_write, in.reg_waddr, in.reg_wdata, in.reg_raddr);
}

std::string BeatTable(const std::vector<StreamBeat>& beats) {
  if (beats.empty()) return "";
  std::string text = fmt::format("  the {} stream words before it:", beats.size());
  for (size_t i = 0; i < beats.size(); ++i) {
    const StreamBeat& beat = beats[i];
    const std::string word = fmt::format("{:>10} {:<3} {}{}", beat.cycle, beat.stream, beat.data,
                                         beat.last ? " last" : "");
    text += i % 2 == 0 ? "\n  " + word : fmt::format("{:>{}}", word, word.size() + 8);
  }
  return text + "\n";
}

}  // namespace

std::string WorkText(const CoreAtFailure& core) {
  std::string text;
  if (!core.program.empty()) {
    text = fmt::format("layer {}, program {}, run {}, pass {}", core.layer, core.program, core.run,
                       core.pass);
  }
  if (core.strips > 0) text += fmt::format(": strip {} of {}", core.run + 1, core.strips);
  const char* loop = arch::kStateNames[static_cast<size_t>(arch::State::kRepeat)];
  if (core.iterations > 0 && core.state == loop) {
    // Passes after the last iteration has begun end what is under way.
    text += core.pass < static_cast<uint64_t>(core.iterations)
                ? fmt::format(", iteration {} of {}", core.pass + 1, core.iterations)
                : fmt::format(", after iteration {}", core.iterations);
  }
  return text;
}

std::string StateText(const CoreAtFailure& core) {
  return fmt::format("state {}, stall {}, pc {}{}{}", core.state, core.stall, core.pc,
                     core.instruction.empty() ? "" : ": ", core.instruction);
}

std::string FormatMismatch(const MismatchOfRun& mismatch, size_t most_lines) {
  const bool named = !mismatch.differences.empty();
  std::string text =
      fmt::format("lockstep mismatch: {} cycle {}: {} differs (expected: golden model, got: RTL)\n",
                  mismatch.core, mismatch.cycle,
                  named ? Name(mismatch.differences.front()) : "padding of the probe");
  text += ContextLine(mismatch) + "  " + StateText(mismatch) + "\n";
  if (named) text += FirstLine(mismatch);
  text += DifferenceTable(mismatch.differences) + InputsLine(mismatch.inputs);
  std::string end = BeatTable(mismatch.beats);
  if (!mismatch.reproduce.empty()) end += "  reproduce: " + mismatch.reproduce + "\n";
  const size_t used = LineCount(text + end);
  return text + HistoryTable(mismatch.history, most_lines - std::min(most_lines, used)) + end;
}

}  // namespace nve
