// SPDX-License-Identifier: Apache-2.0
// Tries the ways one by one: see map_limits.hpp.
#include "compiler/map_limits.hpp"

#include <algorithm>

#include "base/diagnostics/diagnostics.hpp"
#include "compiler/alternatives.hpp"

namespace nve {
namespace {

bool SchedulesAs(const CompilerPasses& a, const CompilerPasses& b) {
  return a.scheduler == b.scheduler && a.packing == b.packing && a.folding == b.folding;
}

}  // namespace

MapLimits::MapLimits(const Layer& layer, const CompilerPasses& passes, const arch::Sizes& sizes)
    : layer_(layer) {
  for (const CompilerPasses& way : AlternativesOf(passes, Window::Of(layer, sizes).CanBeHalf())) {
    // Fusion concerns several maps, and so does what contradicts it.
    CompilerPasses alone = way;
    alone.max_maps_per_program = 0;
    if (way.fusion != passes.fusion || ConflictIn(alone)) continue;
    ways_.push_back({way, ShapeScheduler(layer, way, sizes)});
  }
  NVE_CHECK(!ways_.empty(), "the passes contradict each other");
}

const CompilerPasses* MapLimits::Fitting() {
  for (Way& way : ways_) {
    if (way.scheduler.EveryMapFits(layer_)) return &way.passes;
  }
  return nullptr;
}

bool MapLimits::Fits(int inputs) {
  return std::any_of(ways_.begin(), ways_.end(),
                     [inputs](Way& way) { return way.scheduler.MapFits(inputs); });
}

const Schedule& MapLimits::Shortest(int inputs) {
  const Schedule* shortest = nullptr;
  for (Way& way : ways_) {
    if (!SchedulesAs(way.passes, ways_.front().passes)) continue;
    const ProgramShape map = ProgramShape::OneMap(way.scheduler.window(), inputs);
    const Schedule& schedule = way.scheduler.Of(map).schedule;
    if (shortest == nullptr || schedule.Instructions() < shortest->Instructions()) {
      shortest = &schedule;
    }
  }
  return *shortest;
}

int MapLimits::MostInputs(int inputs) {
  int fits = 0;
  while (inputs - fits > 1) {
    const int middle = (fits + inputs) / 2;
    (Fits(middle) ? fits : inputs) = middle;
  }
  return fits;
}

}  // namespace nve
