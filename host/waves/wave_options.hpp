// SPDX-License-Identifier: Apache-2.0
// Which waves a Verilated model writes.
#pragma once

#include <cstdint>
#include <string>

namespace nve {

/// What is added to the name of a file of waves for the one beside it that says what it shows.
inline constexpr const char* kDescriptionSuffix = ".json";

/// Where waves go and for which cycles, both ends included.
struct WaveOptions {
  std::string path;  ///< empty: nowhere
  uint64_t first_cycle = 0;
  uint64_t last_cycle = UINT64_MAX;
  std::string unfinished{};  ///< the name while it is written; empty: `path`

  const std::string& written() const { return unfinished.empty() ? path : unfinished; }
};

}  // namespace nve
