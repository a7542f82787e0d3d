// SPDX-License-Identifier: Apache-2.0
// The samplers a model gets: see model_counters.hpp.
#include "tb/coverage/core_bins.hpp"
#include "tb/coverage/dma_bins.hpp"
#include "tb/coverage/rows_bins.hpp"

namespace nve::coverage {

std::vector<std::unique_ptr<Sampler>> MakeSamplers(const ModelCounters& model) {
  std::vector<std::unique_ptr<Sampler>> samplers;
  for (auto make : {MakeCoreSampler, MakeDmaSampler, MakeRowsSampler}) {
    if (auto sampler = make(model)) samplers.push_back(std::move(sampler));
  }
  return samplers;
}

}  // namespace nve::coverage
