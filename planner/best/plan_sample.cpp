// SPDX-License-Identifier: Apache-2.0
// All plans of a layer predicted, some taken: see plan_sample.hpp.
#include "planner/best/plan_sample.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "base/processes/parallel_for.hpp"
#include "compiler/best_partition.hpp"
#include "host/memory/peak_rates.hpp"

namespace nve::planner {
namespace {

std::vector<EvaluatedCandidate> AllOf(const PlanSpace& space, size_t layer) {
  std::vector<Boundary> inputs = {{}};
  if (layer > 0) inputs = space.layers()[layer - 1].outputs;
  std::vector<EvaluatedCandidate> all;
  for (const Boundary& input : inputs) {
    for (const Boundary& output : space.layers()[layer].outputs) {
      for (const LayerCandidate& candidate : space.layers()[layer].candidates) {
        if (PlanSpace::Fits(input, candidate, output)) {
          all.push_back({input, output, candidate, {}});
        }
      }
    }
  }
  ParallelFor(all.size(), [&](size_t i) {
    EvaluatedCandidate& one = all[i];
    one.cost = space.CostOf(layer, one.input, one.candidate, one.output);
  });
  return all;
}

}  // namespace

PlanSample SampleOf(const PlanSpace& space, size_t layer, size_t best, size_t drawn,
                    uint64_t seed) {
  std::vector<EvaluatedCandidate> all = AllOf(space, layer);
  std::ranges::stable_sort(all, {}, [](const EvaluatedCandidate& e) { return e.cost.cycles; });
  PlanSample sample = {static_cast<int64_t>(all.size()), {}};
  const size_t first = std::min(best, all.size());
  const size_t last = std::min(best + drawn, all.size());
  std::mt19937_64 random(seed);
  for (size_t i = first; i < last; ++i) std::swap(all[i], all[i + random() % (all.size() - i)]);
  for (size_t i = 0; i < last; ++i) sample.plans.push_back({all[i], i >= first});
  return sample;
}

Rooflines RooflinesOf(const Binary& binary, const LayerCandidate& candidate,
                      const transfer::FeedPrediction& prediction) {
  MemoryConfig dram;
  dram.model = "bank";
  const double peak = PeakRatesOf(dram, arch::kClockMhz).together / arch::kClockMhz;
  const auto bytes = static_cast<double>(BusiestCoreCost(binary, binary.steps).bytes);
  const double cas = dram.cas_ns * arch::kClockMhz / 1000;
  const double bursts = static_cast<double>(prediction.events.bursts) * cas;
  const auto roof = [&](double cycles) {
    return std::max(candidate.bound, static_cast<int64_t>(std::ceil(cycles)));
  };
  return {roof(bytes / peak), roof(bytes / peak + bursts)};
}

}  // namespace nve::planner
