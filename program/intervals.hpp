// SPDX-License-Identifier: Apache-2.0
// A set of integers, kept as intervals: which rows or columns of a plane something touches.
#pragma once

#include <cstdint>
#include <vector>

namespace nve {

/// The integers from `begin` to `end` - 1.
struct Interval {
  int64_t begin = 0;
  int64_t end = 0;
  bool operator==(const Interval&) const = default;
  auto operator<=>(const Interval&) const = default;  // NOLINT(modernize-use-nullptr)
};

class Intervals {
 public:
  /// A repetition that would have more intervals becomes the smallest single one around them.
  static constexpr size_t kMost = size_t{1} << 16;

  Intervals() = default;
  Intervals(int64_t begin, int64_t end) { Add(begin, end); }

  /// In ascending order; a gap is between each and the next.
  const std::vector<Interval>& list() const { return list_; }
  bool empty() const { return list_.empty(); }
  /// Of a set that is not empty.
  int64_t begin() const { return list_.front().begin; }
  int64_t end() const { return list_.back().end; }

  void Add(int64_t begin, int64_t end);
  void Add(const Intervals& others);

  /// All elements become larger by `distance`.
  void Move(int64_t distance);

  /// Adds the set shifted by `stride`, 2 * `stride` … (`count` - 1) * `stride`. The result holds at
  /// least these, and no others if it has at most kMost intervals.
  void Repeat(int64_t count, int64_t stride);

  /// Whether the sets have an element in common.
  bool Meets(const Intervals& other) const;

  /// Whether all elements of the other set are in this one.
  bool Contains(const Intervals& other) const;

  bool operator==(const Intervals&) const = default;
  auto operator<=>(const Intervals&) const = default;  // NOLINT(modernize-use-nullptr)

 private:
  void Normalise();

  std::vector<Interval> list_;
};

}  // namespace nve
