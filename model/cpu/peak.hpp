// SPDX-License-Identifier: Apache-2.0
// The roofs of the host CPU, one thread: how fast it multiplies and accumulates, and how fast it
// streams from memory. Each call measures once; a roof is the best of several calls.
#pragma once

#include <cstdint>
#include <vector>

namespace nve {

/// Multiply-accumulates per second of the hand version's instruction on numbers in registers and
/// the nearest cache: 16-bit pairs to 32-bit sums.
double MeasureVectorMacs();

/// The same of a plain loop without vector instructions: 16-bit times 8-bit numbers.
double MeasureScalarMacs();

/// The triad of the STREAM benchmark, a := b + 3c, over three arrays of doubles.
class Stream {
 public:
  explicit Stream(int64_t bytes_per_array);

  /// Bytes per second, counted as STREAM does: two reads and one write per element.
  double Measure();

 private:
  std::vector<double> a_, b_, c_;
};

}  // namespace nve
