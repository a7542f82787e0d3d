// SPDX-License-Identifier: Apache-2.0
// Predicted cycles: the lengths of initial, repeated and final part, as often as they execute.
#include "program/predicted_cycles.hpp"

#include <algorithm>
#include <map>

#include "program/settings.hpp"

namespace nve {
namespace {

const Program& ProgramOf(const Binary& binary, const RunStep& run) {
  return binary.programs[static_cast<size_t>(run.program)];
}

}  // namespace

int64_t CyclesOfStart(const ProgramLength& length, int runs, StartLoad load) {
  return LoadWords(load, length.once + length.repeated) + kFirstFetchCycles +
         runs * (length.once + length.repeated * length.passes);
}

int64_t CyclesOfStart(const Program& program, int runs, StartLoad load) {
  const auto size = static_cast<int64_t>(program.code.size());
  const int64_t repeated = RepeatedCycles(program.settings);
  return CyclesOfStart({size - repeated, repeated, Passes(program.settings)}, runs, load);
}

void ForEachStart(const Binary& binary, const Steps& steps,
                  const std::function<void(const RunStep&, StartLoad)>& visit) {
  std::map<int, CoreContents> cores;
  for (const AnyStep& step : steps) {
    const auto* run = std::get_if<RunStep>(&step);
    if (run == nullptr) continue;
    CoreContents& core = cores[run->core];
    visit(*run, core.Missing(binary, run->program));
    core.Hold(binary, run->program);
  }
}

void ForEachStart(const Binary& binary,
                  const std::function<void(const RunStep&, StartLoad)>& visit) {
  ForEachStart(binary, binary.steps, visit);
}

std::vector<int64_t> PredictedCycles(const Binary& binary) {
  std::vector<int64_t> cycles(binary.layers.size());
  ForEachStart(binary, [&](const RunStep& run, StartLoad load) {
    const Program& program = ProgramOf(binary, run);
    cycles[static_cast<size_t>(program.layer)] += CyclesOfStart(program, run.runs, load);
  });
  return cycles;
}

std::vector<int64_t> BusiestCoreCycles(const Binary& binary) {
  std::vector<std::map<int, int64_t>> cores(binary.layers.size());
  ForEachStart(binary, [&](const RunStep& run, StartLoad load) {
    const Program& program = ProgramOf(binary, run);
    cores[static_cast<size_t>(program.layer)][run.core] += CyclesOfStart(program, run.runs, load);
  });
  std::vector<int64_t> busiest;
  for (const std::map<int, int64_t>& layer : cores) {
    int64_t most = 0;
    for (const auto& [core, cycles] : layer) most = std::max(most, cycles);
    busiest.push_back(most);
  }
  return busiest;
}

int64_t TotalPredictedCycles(const Binary& binary) {
  // Not the sum over the layers: hand-written programs belong to none.
  int64_t cycles = 0;
  ForEachStart(binary, [&](const RunStep& run, StartLoad load) {
    cycles += CyclesOfStart(ProgramOf(binary, run), run.runs, load);
  });
  return cycles;
}

}  // namespace nve
