// SPDX-License-Identifier: Apache-2.0
// Longest programs first, strips in ranges: see units.hpp.
#include "compiler/partition/units.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace nve {
namespace {

int64_t CyclesOf(const ProgramWork& program, int strips) {
  return program.once + strips * program.per_strip;
}

const ProgramWork& WorkOf(const LayerWork& work, const Unit& unit) {
  return work.programs[static_cast<size_t>(unit.program - work.first_program)];
}

}  // namespace

std::vector<StripRange> StripRanges(int count, int ranges) {
  std::vector<StripRange> result;
  int first = 0;
  for (int range = 0; range < ranges; ++range) {
    const int strips = count / ranges + (range < count % ranges ? 1 : 0);
    result.push_back({first, strips});
    first += strips;
  }
  return result;
}

std::vector<int> ProgramGroups(const LayerWork& work, const Partition& partition) {
  const int strips = StripRanges(work.strips, partition.ranges).front().count;
  std::vector<int> order(work.programs.size());
  std::iota(order.begin(), order.end(), 0);
  const auto cycles = [&](int program) {
    return CyclesOf(work.programs[static_cast<size_t>(program)], strips);
  };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return cycles(a) > cycles(b); });
  std::vector<int> groups(work.programs.size());
  std::vector<int64_t> loads(static_cast<size_t>(partition.groups));
  for (const int program : order) {
    const auto least = std::min_element(loads.begin(), loads.end());
    groups[static_cast<size_t>(program)] = static_cast<int>(least - loads.begin());
    *least += cycles(program);
  }
  return groups;
}

std::vector<Unit> UnitsOf(const LayerWork& work, const Partition& partition) {
  const std::vector<StripRange> ranges = StripRanges(work.strips, partition.ranges);
  const std::vector<int> groups = ProgramGroups(work, partition);
  std::vector<std::pair<int64_t, Unit>> started;
  std::vector<int64_t> free_from(static_cast<size_t>(partition.Cores()));
  for (size_t program = 0; program < groups.size(); ++program) {
    for (size_t range = 0; range < ranges.size(); ++range) {
      if (ranges[range].count == 0) continue;
      const int core = groups[program] * partition.ranges + static_cast<int>(range);
      int64_t& cycle = free_from[static_cast<size_t>(core)];
      started.push_back(
          {cycle, {work.first_program + static_cast<int>(program), core, ranges[range]}});
      cycle += CyclesOf(work.programs[program], ranges[range].count);
    }
  }
  std::stable_sort(started.begin(), started.end(), [](const auto& a, const auto& b) {
    return std::tuple(a.first, a.second.core) < std::tuple(b.first, b.second.core);
  });
  std::vector<Unit> units;
  units.reserve(started.size());
  for (const auto& [cycle, unit] : started) units.push_back(unit);
  return units;
}

bool IsFilled(const LayerWork& work, const Partition& partition) {
  return partition.groups <= static_cast<int>(work.programs.size()) &&
         partition.ranges <= work.strips;
}

CoreLoad LoadOf(const LayerWork& work, const std::vector<Unit>& units) {
  std::map<int, int64_t> cycles;
  for (const Unit& unit : units) {
    cycles[unit.core] += CyclesOf(WorkOf(work, unit), unit.strips.count);
  }
  CoreLoad load;
  load.working = static_cast<int>(cycles.size());
  for (const auto& [core, sum] : cycles) load.busiest = std::max(load.busiest, sum);
  return load;
}

}  // namespace nve
