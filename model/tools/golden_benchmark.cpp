// SPDX-License-Identifier: Apache-2.0
// Speed of the golden model in clock cycles per second on the convolution of figure17.hpp, with an
// input that always has a word and an output that is always taken: Commit alone, as the stand-alone
// simulator runs, and Evaluate + comparison + Commit, as lockstep runs.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "base/cli/processor_time.hpp"
#include "base/diagnostics/messages.hpp"
#include "model/golden/core.hpp"
#include "model/golden/figure17.hpp"

namespace nve::golden {
namespace {

constexpr int64_t kCycles = 20'000'000;
constexpr uint64_t kPixels = 0x8040'2010'0804'0201;
constexpr uint32_t kEndless = 65535;  // iterations and runs: more cycles than the benchmark takes

void WriteRegister(GoldenCore& core, uint32_t offset, uint32_t data) {
  arch::ProbeInputs in{};
  in.reg_write = 1;
  in.reg_waddr = offset;
  in.reg_wdata = data;
  core.Commit(in);
}

arch::ProbeInputs InputWord(uint64_t word) {
  arch::ProbeInputs in{};
  in.s_tvalid = 1;
  in.s_tdata[0] = static_cast<uint32_t>(word);
  in.s_tdata[1] = static_cast<uint32_t>(word >> 32);
  in.m_tready = 1;
  return in;
}

// A core that has loaded the program and its first words.
void StartProgram(GoldenCore& core) {
  std::vector<Slots> program = Figure17Initial();
  const std::vector<Slots> repeated = Figure17Repeated();
  program.insert(program.end(), repeated.begin(), repeated.end());
  const auto size = static_cast<uint32_t>(program.size());
  WriteRegister(core, arch::kRegProgramSize.offset, size);
  WriteRegister(core, arch::kRegRepeatFirst.offset, kFigure17RepeatFirst);
  WriteRegister(core, arch::kRegRepeatLast.offset, size - 1);
  WriteRegister(core, arch::kRegIterations.offset, kEndless);
  WriteRegister(core, arch::kRegExtra.offset, kFigure17Extra);
  WriteRegister(core, arch::kRegRuns.offset, kEndless);
  WriteRegister(core, arch::kRegActShift.offset, 8);
  WriteRegister(core, arch::kRegAguInc1.offset, kFigure17Inc);
  WriteRegister(core, arch::kRegAguToggle1.offset, kFigure17Toggle);
  WriteRegister(core, arch::kRegControl.offset, arch::kControlStart | arch::kControlLoad);
  for (const Slots& slots : program) core.Commit(InputWord(slots.word()));
}

void Report(const char* what, double seconds) {
  std::printf("%-28s %8.2f million cycles/s %8.1f ns/cycle\n", what, kCycles / seconds * 1e-6,
              seconds / kCycles * 1e9);
}

int Run() {
  const arch::ProbeInputs in = InputWord(kPixels);
  GoldenCore plain;
  StartProgram(plain);
  const double plain_start = ProcessorSeconds();
  for (int64_t cycle = 0; cycle < kCycles; ++cycle) plain.Commit(in);
  Report("Commit", ProcessorSeconds() - plain_start);

  // The copy plays the part of the other side's probe.
  GoldenCore compared;
  StartProgram(compared);
  int64_t differences = 0;
  arch::Probe other{};
  const double compared_start = ProcessorSeconds();
  for (int64_t cycle = 0; cycle < kCycles; ++cycle) {
    const arch::Probe& probe = compared.Evaluate(in);
    if (std::memcmp(&probe, &other, sizeof probe) != 0) ++differences;
    other = probe;
    compared.Commit(in);
  }
  Report("Evaluate + compare + Commit", ProcessorSeconds() - compared_start);
  std::printf("%lld of %lld cycles changed the probe\n", static_cast<long long>(differences),
              static_cast<long long>(kCycles));

  // Both cores have seen the same inputs.
  const bool same = std::memcmp(&plain.Evaluate(in), &compared.Evaluate(in), sizeof other) == 0;
  if (!same) nve::Message("the two cores differ\n");
  return same ? 0 : 1;
}

}  // namespace
}  // namespace nve::golden

int main() { return nve::golden::Run(); }
