// SPDX-License-Identifier: Apache-2.0
// Waiting up to the event: see tamper_bus.hpp.
#include "tb/faults/tamper_bus.hpp"

#include <algorithm>

namespace nve {

uint64_t TamperBus::WaitInterrupt(uint64_t lines, uint64_t timeout_cycles) {
  const uint64_t begin = bus_.Now();
  const uint64_t end = timeout_cycles > UINT64_MAX - begin ? UINT64_MAX : begin + timeout_cycles;
  for (;;) {
    Happen();
    const uint64_t until = event_ ? std::clamp(event_cycle_, bus_.Now(), end) : end;
    const uint64_t risen = bus_.WaitInterrupt(lines, until - bus_.Now());
    if (risen != 0 || bus_.Now() >= end) return risen;
  }
}

}  // namespace nve
