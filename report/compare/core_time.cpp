// SPDX-License-Identifier: Apache-2.0
// Adds cycles up by what the core did: see core_time.hpp.
#include "report/compare/core_time.hpp"

#include <algorithm>

namespace nve {

CoreTime PredictedTime(const ResultPlace<FeedOfPrediction>& feed) {
  const auto cycles = [&](int64_t FeedOfPrediction::*part) { return NumberAt(feed.At(part)); };
  using Feed = FeedOfPrediction;
  return {cycles(&Feed::core) + cycles(&Feed::load),
          cycles(&Feed::ramp) + cycles(&Feed::descriptors) + cycles(&Feed::memory),
          cycles(&Feed::host) + cycles(&Feed::copy) + cycles(&Feed::drain)};
}

CoreTime MeasuredTime(const ResultPlace<LayerOfRun>& layer) {
  const auto stalls = layer.At(&LayerOfRun::stalls);
  const Sourced input = NumberAt(stalls.At(&Stalls::input));
  const Sourced output = NumberAt(stalls.At(&Stalls::output));
  const Sourced cycles = NumberAt(layer.At(&LayerOfRun::cycles));
  CoreTime use = {cycles - input - output, input + output, std::nullopt};
  if (const auto elapsed = NumberAt(layer.At(&LayerOfRun::elapsed_cycles))) {
    use.idle = *elapsed - cycles;
  }
  return use;
}

std::ptrdiff_t CoresAtWork(const RunResult& result) {
  if (!result.cores) return 0;
  return std::ranges::count_if(*result.cores, [](const CoreOfRun& core) { return core.busy > 0; });
}

}  // namespace nve
