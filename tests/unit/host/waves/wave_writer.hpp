// SPDX-License-Identifier: Apache-2.0
// Small FST files for the tests of nve-diff.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace nve {

/// Values of a signal by the cycle in which they begin, as bits.
struct WrittenSignal {
  std::string name;  ///< in the scope TOP
  uint32_t bits = 1;
  std::map<uint64_t, std::string> values;
  bool constant = false;  ///< a parameter
};

/// Writes the cycles `first` to `last`; every `block` cycles a new block begins.
void WriteWaves(const std::string& path, const std::vector<WrittenSignal>& signals, uint64_t first,
                uint64_t last, uint64_t block = 1000);

}  // namespace nve
