// SPDX-License-Identifier: Apache-2.0
// For tools whose hardware is not the RTL of this tree: no core to run alone.
#include "host/core/lockstep_core.hpp"

namespace nve {

std::unique_ptr<SteppedCore> MakeIdealCore(const IdealCoreOptions& /*options*/,
                                           IdealStatistics& /*statistics*/) {
  return nullptr;
}

}  // namespace nve
