// SPDX-License-Identifier: Apache-2.0
// Ranges that grow together: see partial_sums.hpp.
#include "planner/ir/partial_sums.hpp"

#include <iterator>

namespace nve::planner {

bool AddedChannels::Add(int64_t first, int64_t count) {
  const int64_t end = first + count;
  const auto next = ends_.lower_bound(first);
  if (next != ends_.end() && next->first < end) return false;
  const bool has_before = next != ends_.begin();
  if (has_before && std::prev(next)->second > first) return false;
  int64_t merged_end = end;
  if (next != ends_.end() && next->first == end) merged_end = next->second;
  if (has_before && std::prev(next)->second == first) {
    std::prev(next)->second = merged_end;
  } else {
    ends_[first] = merged_end;
  }
  if (merged_end != end) ends_.erase(end);
  count_ += count;
  return true;
}

}  // namespace nve::planner
