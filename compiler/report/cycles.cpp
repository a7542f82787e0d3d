// Predicted cycles.
#include "compiler/report/cycles.hpp"

#include <functional>
#include <map>

#include "compiler/program/settings.hpp"

namespace nve {
namespace {

constexpr int64_t kFirstFetch = 1;

/// Calls `visit` with every run step and whether it loads its program.
void ForRunSteps(const Binary& binary, const std::function<void(const RunStep&, bool)>& visit) {
  std::map<int, int> loaded;  // program of every core
  for (const PlanStep& step : binary.plan) {
    const auto* run = std::get_if<RunStep>(&step);
    if (run == nullptr) continue;
    const auto [held, is_new] = loaded.try_emplace(run->core, -1);
    visit(*run, held->second != run->program);
    held->second = run->program;
  }
}

}  // namespace

int64_t CyclesOfStart(const Program& program, int runs, bool load) {
  const auto size = static_cast<int64_t>(program.code.size());
  const int64_t repeated = int64_t{SettingOf(program.settings, "REPEAT_LAST")} -
                           SettingOf(program.settings, "REPEAT_FIRST") + 1;
  const int64_t once = size - repeated;  // initial and final part
  return (load ? size : 0) + kFirstFetch + runs * (once + repeated * Passes(program.settings));
}

std::vector<int64_t> PredictedCycles(const Binary& binary) {
  std::vector<int64_t> cycles(binary.layers.size());
  ForRunSteps(binary, [&](const RunStep& run, bool load) {
    const Program& program = binary.programs[static_cast<size_t>(run.program)];
    cycles[static_cast<size_t>(program.layer)] += CyclesOfStart(program, run.runs, load);
  });
  return cycles;
}

std::vector<CycleParts> PartsOfCycles(const Binary& binary,
                                      const std::vector<CertifiedSchedule>& schedules) {
  std::vector<CycleParts> parts(binary.layers.size());
  ForRunSteps(binary, [&](const RunStep& run, bool load) {
    const Program& program = binary.programs[static_cast<size_t>(run.program)];
    const Schedule& schedule = schedules[static_cast<size_t>(run.program)].schedule;
    const auto layer = static_cast<size_t>(program.layer);
    const int64_t iterations = int64_t{run.runs} * binary.layers[layer].out_width;
    const int64_t initial = int64_t{run.runs} * schedule.InitialInstructions();
    const auto size = static_cast<int64_t>(program.code.size());
    CycleParts& part = parts[layer];
    part.bound += iterations * program.bound;
    part.above_bound += iterations * (schedule.length - program.bound);
    part.initial += initial;
    part.program_load += (load ? size : 0) + kFirstFetch;
    part.ramps += CyclesOfStart(program, run.runs, false) - kFirstFetch - initial -
                  iterations * schedule.length;
  });
  return parts;
}

}  // namespace nve
