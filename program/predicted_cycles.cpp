// SPDX-License-Identifier: Apache-2.0
// Predicted cycles: the lengths of initial, repeated and final part, as often as they execute.
#include "program/predicted_cycles.hpp"

#include <map>

#include "program/settings.hpp"

namespace nve {
namespace {

const Program& ProgramOf(const Binary& binary, const RunStep& run) {
  return binary.programs[static_cast<size_t>(run.program)];
}

}  // namespace

int64_t CyclesOfStart(const ProgramLength& length, int runs, bool load) {
  return (load ? length.once + length.repeated : 0) + kFirstFetchCycles +
         runs * (length.once + length.repeated * length.passes);
}

int64_t CyclesOfStart(const Program& program, int runs, bool load) {
  const auto size = static_cast<int64_t>(program.code.size());
  const int64_t repeated = RepeatedCycles(program.settings);
  return CyclesOfStart({size - repeated, repeated, Passes(program.settings)}, runs, load);
}

void ForEachStart(const Binary& binary, const std::function<void(const RunStep&, bool)>& visit) {
  std::map<int, int> loaded;  // program of every core
  for (const AnyStep& step : binary.steps) {
    const auto* run = std::get_if<RunStep>(&step);
    if (run == nullptr) continue;
    const auto [held, is_new] = loaded.try_emplace(run->core, -1);
    visit(*run, held->second != run->program);
    held->second = run->program;
  }
}

std::vector<int64_t> PredictedCycles(const Binary& binary) {
  std::vector<int64_t> cycles(binary.layers.size());
  ForEachStart(binary, [&](const RunStep& run, bool load) {
    const Program& program = ProgramOf(binary, run);
    cycles[static_cast<size_t>(program.layer)] += CyclesOfStart(program, run.runs, load);
  });
  return cycles;
}

int64_t TotalPredictedCycles(const Binary& binary) {
  // Not the sum over the layers: hand-written programs belong to none.
  int64_t cycles = 0;
  ForEachStart(binary, [&](const RunStep& run, bool load) {
    cycles += CyclesOfStart(ProgramOf(binary, run), run.runs, load);
  });
  return cycles;
}

}  // namespace nve
