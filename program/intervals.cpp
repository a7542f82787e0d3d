// SPDX-License-Identifier: Apache-2.0
// Sets of integers: see intervals.hpp.
#include "program/intervals.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace nve {

void Intervals::Add(int64_t begin, int64_t end) {
  if (begin >= end) return;
  const bool behind = list_.empty() || begin > list_.back().end;
  list_.push_back({begin, end});
  if (!behind) Normalise();
}

void Intervals::Add(const Intervals& others) {
  list_.insert(list_.end(), others.list_.begin(), others.list_.end());
  Normalise();
}

void Intervals::Repeat(int64_t count, int64_t stride) {
  if (count <= 1 || stride == 0 || empty()) return;
  if (stride < 0) Move((count - 1) * stride);
  stride = std::abs(stride);
  const int64_t reach = end() + (count - 1) * stride;
  const bool closed = list_.size() == 1 && stride <= end() - begin();
  if (closed || static_cast<uint64_t>(count) > kMost / list_.size()) {
    list_ = {{begin(), reach}};
    return;
  }
  const std::vector<Interval> once = list_;
  for (int64_t index = 1; index < count; ++index) {
    for (const Interval& interval : once) {
      list_.push_back({interval.begin + index * stride, interval.end + index * stride});
    }
  }
  Normalise();
}

bool Intervals::Meets(const Intervals& other) const {
  auto a = list_.begin();
  auto b = other.list_.begin();
  while (a != list_.end() && b != other.list_.end()) {
    if (a->begin < b->end && b->begin < a->end) return true;
    a->end < b->end ? static_cast<void>(++a) : static_cast<void>(++b);
  }
  return false;
}

bool Intervals::Contains(const Intervals& other) const {
  return std::ranges::all_of(other.list_, [this](const Interval& wanted) {
    // Gaps are between intervals, so one alone holds it.
    const auto behind = std::ranges::upper_bound(list_, wanted.begin, {},
                                                 [](const Interval& i) { return i.begin; });
    return behind != list_.begin() && wanted.end <= std::prev(behind)->end;
  });
}

void Intervals::Move(int64_t distance) {
  for (Interval& interval : list_) {
    interval.begin += distance;
    interval.end += distance;
  }
}

void Intervals::Normalise() {
  std::sort(list_.begin(), list_.end());
  std::vector<Interval> joined;
  for (const Interval& interval : list_) {
    if (joined.empty() || interval.begin > joined.back().end) {
      joined.push_back(interval);
    } else {
      joined.back().end = std::max(joined.back().end, interval.end);
    }
  }
  list_ = std::move(joined);
}

}  // namespace nve
