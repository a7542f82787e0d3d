// SPDX-License-Identifier: Apache-2.0
// When a run has to end: see watchdog.hpp.
#include "host/platform/watchdog.hpp"

namespace nve {

void Watchdog::EndForStandstill(uint64_t cycle) {
  stopped_cycle_ = progress_cycle_;
  progress_cycle_ = cycle;
  max_cycles_ = UINT64_MAX;
}

}  // namespace nve
