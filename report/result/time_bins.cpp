// SPDX-License-Identifier: Apache-2.0
// Bins that double their width.
#include "report/result/time_bins.hpp"

#include <utility>

namespace nve {

void TimeBins::End(Sums sums) {
  ends_.push_back(std::move(sums));
  // One is left for the bin in which the run ends.
  if (ends_.size() == most_) {
    for (size_t k = 0; 2 * k + 1 < ends_.size(); ++k) ends_[k] = std::move(ends_[2 * k + 1]);
    ends_.resize(ends_.size() / 2);
    width_ *= 2;
  }
  due_ = (ends_.size() + 1) * width_;
}

std::vector<uint64_t> TimeBins::Bins(size_t index, uint64_t cycles, const Sums& last) const {
  std::vector<uint64_t> bins;
  uint64_t before = 0;
  const auto add = [&](const Sums& sums) {
    bins.push_back(sums[index] - before);
    before = sums[index];
  };
  for (const Sums& sums : ends_) add(sums);
  if (cycles > ends_.size() * width_) add(last);
  return bins;
}

}  // namespace nve
