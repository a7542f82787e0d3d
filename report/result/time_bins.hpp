// SPDX-License-Identifier: Apache-2.0
// Sums over time in bins of equal width, in memory that does not grow: when there are too many
// bins, two become one. Whoever counts adds up in counters of its own and shows them here whenever
// a bin ends, so that a clock cycle costs a comparison.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "report/result/use_result.hpp"

namespace nve {

class TimeBins {
 public:
  using Sums = std::vector<uint64_t>;  ///< by series, from the first clock cycle on

  /// `most` bins, 2 or more.
  explicit TimeBins(size_t most = kMostUseBins) : most_(most) {}

  /// End() is due after so many clock cycles.
  uint64_t due() const { return due_; }

  /// A bin ends.
  void End(Sums sums);

  /// Clock cycles of a bin.
  uint64_t width() const { return width_; }

  /// What series `index` has added in each bin, if `last` are the sums after `cycles` clock cycles.
  std::vector<uint64_t> Bins(size_t index, uint64_t cycles, const Sums& last) const;

 private:
  size_t most_;
  uint64_t width_ = 1;
  uint64_t due_ = 1;
  std::vector<Sums> ends_;  // of the bins
};

}  // namespace nve
