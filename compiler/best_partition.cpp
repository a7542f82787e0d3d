// SPDX-License-Identifier: Apache-2.0
// Steps of every partition, the cheapest kept: see best_partition.hpp.
#include "compiler/best_partition.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "compiler/steps/step_builder.hpp"
#include "program/predicted_cycles.hpp"

namespace nve {

StepsCost BusiestCoreCost(const Binary& binary, const Steps& steps) {
  StepsCost cost;
  std::map<int, int64_t> cycles;
  ForEachStart(binary, steps, [&](const RunStep& run, StartLoad load) {
    const Program& program = binary.programs[static_cast<size_t>(run.program)];
    cycles[run.core] += CyclesOfStart(program, run.runs, load);
    cost.bytes += TotalBytes(run.input) + TotalBytes(run.output);
    if (load == StartLoad::kNothing) return;
    cost.loads += 1;
    cost.bytes += LoadWords(load, static_cast<int64_t>(program.code.size())) * arch::kWordBytes;
  });
  for (const auto& [core, sum] : cycles) cost.cycles = std::max(cost.cycles, sum);
  return cost;
}

PartitionedLayer BestPartition(const Network& network, int layer, Feed feed,
                               const std::vector<Partition>& partitions, const StripRange& strips,
                               const CostOfSteps& cost, const Binary& binary) {
  PartitionedLayer best;
  std::optional<StepsCost> least;
  for (const Partition& partition : partitions) {
    Steps steps = StripSteps(network, layer, feed, partition, strips, binary);
    const StepsCost found = cost(binary, steps);
    if (least && found >= *least) continue;
    least = found;
    best = {partition, std::move(steps)};
  }
  return best;
}

}  // namespace nve
