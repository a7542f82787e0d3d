// SPDX-License-Identifier: Apache-2.0
// The first difference of two wave files, in the time both cover and the signals both have. The
// parameters of the design are no signals: those that differ, as of two machines, are listed apart.
//
// Every file is read once. A state is the sum of a hash of every signal's value, brought up to date
// with every change, so a file becomes a short list of times and states; only at the first time
// whose states differ the values themselves are compared.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/waves/wave_file.hpp"

namespace nve {

/// A signal whose values differ, in bits.
struct WaveDifference {
  std::string name;
  std::string before;  ///< in both files; empty at the first time compared
  std::string a;
  std::string b;
};

struct WaveDiff {
  uint64_t first_time = 0;  ///< compared, both ends included
  uint64_t last_time = 0;
  size_t signals = 0;  ///< compared
  size_t only_a = 0;   ///< signals of one file
  size_t only_b = 0;
  size_t other_width = 0;  ///< signals of both files, but of another width, which are not compared
  uint64_t time = 0;       ///< of the first difference, if there is one
  /// Registers (names with _q) first, otherwise by name. Empty if nothing differs.
  std::vector<WaveDifference> differences;
  /// Parameters of both files that differ, by name, whatever their width.
  std::vector<WaveDifference> constants;
};

/// Compares what has a full name that begins with `scope`. InputError if the files have no such
/// signal or no cycle in common, or cannot be read.
WaveDiff CompareWaves(const WaveFile& a, const WaveFile& b, const std::string& scope);

}  // namespace nve
