// SPDX-License-Identifier: Apache-2.0
// Every way scheduled, the best kept; ways that cannot win are left out: see fastest_layer.hpp.
#include "compiler/fastest_layer.hpp"

#include <algorithm>
#include <tuple>

#include "compiler/alternatives.hpp"

namespace nve {
namespace {

class Search {
 public:
  Search(const Layer& layer, const arch::Sizes& sizes) : layer_(layer), sizes_(sizes) {}

  void Try(const CompilerPasses& passes) {
    ShapeScheduler& scheduler = SchedulerOf(passes);
    LayerAlternative alternative = {scheduler.window().IsHalf(), passes.packing, passes.fusion, 0};
    const LayerAlternative* known = Known(alternative);
    if (known != nullptr && LeastCycles(layer_, passes, scheduler) >= known->cycles) return;
    if (!scheduler.EveryMapFits(layer_)) return;
    ScheduledLayer scheduled = ScheduleLayer(layer_, passes, scheduler);
    alternative.cycles = scheduled.cycles;
    Note(alternative);
    if (found_ && alternative.cycles >= best_.chosen.cycles) return;
    found_ = true;
    best_.chosen = alternative;
    best_.layer = std::move(scheduled);
  }

  FastestLayer Best() {
    NVE_CHECK(found_, "no way to compile the layer fits");
    if (best_.alternatives.size() == 1) best_.alternatives.clear();
    return std::move(best_);
  }

 private:
  // Ways that schedule alike follow each other, so one scheduler's memory is enough.
  ShapeScheduler& SchedulerOf(const CompilerPasses& passes) {
    const auto key =
        std::tuple(passes.half_vectors, passes.scheduler, passes.packing, passes.folding);
    if (!scheduler_ || key != scheduler_key_) scheduler_.emplace(layer_, passes, sizes_);
    scheduler_key_ = key;
    return *scheduler_;
  }

  // The same choices with another scheduler.
  LayerAlternative* Known(const LayerAlternative& alternative) {
    const auto found = std::find_if(
        best_.alternatives.begin(), best_.alternatives.end(), [&](const LayerAlternative& other) {
          return std::tuple(other.half_vectors, other.packing, other.fusion) ==
                 std::tuple(alternative.half_vectors, alternative.packing, alternative.fusion);
        });
    return found == best_.alternatives.end() ? nullptr : &*found;
  }

  void Note(const LayerAlternative& alternative) {
    if (LayerAlternative* known = Known(alternative)) {
      known->cycles = std::min(known->cycles, alternative.cycles);
    } else {
      best_.alternatives.push_back(alternative);
    }
  }

  const Layer& layer_;
  const arch::Sizes& sizes_;
  std::tuple<HalfVectors, Scheduler, Packing, bool> scheduler_key_;
  std::optional<ShapeScheduler> scheduler_;
  FastestLayer best_;
  bool found_ = false;
};

}  // namespace

FastestLayer ScheduleFastest(const Layer& layer, const CompilerPasses& passes,
                             const arch::Sizes& sizes) {
  Search search(layer, sizes);
  for (const CompilerPasses& way : AlternativesOf(passes, Window::Of(layer, sizes).CanBeHalf())) {
    search.Try(way);
  }
  return search.Best();
}

}  // namespace nve
