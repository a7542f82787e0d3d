// SPDX-License-Identifier: Apache-2.0
#include "base/cli/processor_time.hpp"

#include <ctime>

namespace nve {

double ProcessorSeconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace nve
