// Which waves a Verilated model writes.
#pragma once

#include <cstdint>
#include <string>

namespace nve {

/// Where waves go and for which cycles, both ends included.
struct WaveOptions {
  std::string path;  ///< empty: nowhere
  uint64_t first_cycle = 0;
  uint64_t last_cycle = UINT64_MAX;
};

}  // namespace nve
