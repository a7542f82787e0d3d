// Predicted cycles.
#include "compiler/report/cycles.hpp"

#include <map>

#include "compiler/program/settings.hpp"

namespace nve {

int64_t CyclesOfStart(const Program& program, int runs, bool load) {
  constexpr int64_t kFirstFetch = 1;
  const auto size = static_cast<int64_t>(program.code.size());
  const int64_t repeated = int64_t{SettingOf(program.settings, "REPEAT_LAST")} -
                           SettingOf(program.settings, "REPEAT_FIRST") + 1;
  const int64_t once = size - repeated;  // initial and final part
  return (load ? size : 0) + kFirstFetch + runs * (once + repeated * Passes(program.settings));
}

std::vector<int64_t> PredictedCycles(const Binary& binary) {
  std::vector<int64_t> cycles(binary.layers.size());
  std::map<int, int> loaded;  // program of every core
  for (const PlanStep& step : binary.plan) {
    const auto* run = std::get_if<RunStep>(&step);
    if (run == nullptr) continue;
    const auto [held, is_new] = loaded.try_emplace(run->core, -1);
    const Program& program = binary.programs[static_cast<size_t>(run->program)];
    cycles[static_cast<size_t>(program.layer)] +=
        CyclesOfStart(program, run->runs, held->second != run->program);
    held->second = run->program;
  }
  return cycles;
}

}  // namespace nve
