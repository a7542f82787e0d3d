// SPDX-License-Identifier: Apache-2.0
// Use over time of cores alone.
#include "model/sim/core_uses.hpp"

namespace nve {

UseOfRun CoreUseRecorder::Result(const std::string& name, const arch::Sizes& sizes) const {
  const std::array<uint64_t, kCoreUses> capacities = CoreUseCapacities(sizes);
  UseOfRun use;
  use.cycles = cycles_;
  use.bin_cycles = bins_.width();
  CoreUse& core = use.cores.emplace_back(CoreUse{name, {}});
  for (size_t k = 0; k < kCoreUses; ++k) {
    core.series.push_back(
        {kCoreUseNames[k], {capacities[k], uses_.sums()[k], bins_.Bins(k, cycles_, Sums())}});
  }
  return use;
}

}  // namespace nve
