// SPDX-License-Identifier: Apache-2.0
// Takes predicted cycles apart.
#include "compiler/report/cycles.hpp"

#include <map>

namespace nve {

std::vector<CycleParts> PartsOfCycles(const Binary& binary,
                                      const std::vector<CertifiedSchedule>& schedules) {
  std::vector<std::map<int, CycleParts>> cores(binary.layers.size());
  ForEachStart(binary, [&](const RunStep& run, StartLoad load) {
    const Program& program = binary.programs[static_cast<size_t>(run.program)];
    const Schedule& schedule = schedules[static_cast<size_t>(run.program)].schedule;
    const auto layer = static_cast<size_t>(program.layer);
    const int64_t iterations = int64_t{run.runs} * binary.layers[layer].out_width;
    const int64_t initial = int64_t{run.runs} * schedule.InitialInstructions();
    const auto size = static_cast<int64_t>(program.code.size());
    CycleParts& part = cores[layer][run.core];
    part.bound += iterations * program.bound;
    part.above_bound += iterations * (schedule.length - program.bound);
    part.initial += initial;
    part.program_load += LoadWords(load, size) + kFirstFetchCycles;
    part.ramps += CyclesOfStart(program, run.runs, StartLoad::kNothing) - kFirstFetchCycles -
                  initial - iterations * schedule.length;
  });
  std::vector<CycleParts> parts;
  for (const std::map<int, CycleParts>& layer : cores) {
    CycleParts most;
    for (const auto& [core, part] : layer) {
      if (part.Total() > most.Total()) most = part;
    }
    parts.push_back(most);
  }
  return parts;
}

}  // namespace nve
