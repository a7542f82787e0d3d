// SPDX-License-Identifier: Apache-2.0
#include "host/lockstep/lockstep_end.hpp"

#include <fmt/format.h>

namespace nve {

std::string LockstepProblem(uint64_t compared_cycles, int64_t cycle_delta) {
  if (compared_cycles == 0) return "lockstep compared no cycle";
  if (cycle_delta == 0) return "";
  return fmt::format("RTL and golden model differ by {} cycles", cycle_delta);
}

}  // namespace nve
