// SPDX-License-Identifier: Apache-2.0
// Sets of integers as intervals, against sets of single integers.
#include "program/intervals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace nve {
namespace {

std::set<int64_t> Elements(const Intervals& intervals) {
  std::set<int64_t> elements;
  for (const Interval& interval : intervals.list()) {
    for (int64_t at = interval.begin; at < interval.end; ++at) elements.insert(at);
  }
  return elements;
}

TEST(Intervals, NeighboursBecomeOne) {
  Intervals intervals(0, 8);
  intervals.Add(16, 24);
  EXPECT_EQ(intervals.list(), (std::vector<Interval>{{0, 8}, {16, 24}}));
  intervals.Add(8, 16);
  EXPECT_EQ(intervals.list(), (std::vector<Interval>{{0, 24}}));
  intervals.Add(30, 30);
  EXPECT_EQ(intervals, Intervals(0, 24));
}

TEST(Intervals, RepetitionsWithoutGapsAreOneInterval) {
  Intervals strips(4, 28);
  strips.Repeat(1'000'000'000, 16);
  EXPECT_EQ(strips, Intervals(4, 16'000'000'012));
  Intervals gaps(0, 8);
  gaps.Repeat(3, -16);
  EXPECT_EQ(gaps.list(), (std::vector<Interval>{{-32, -24}, {-16, -8}, {0, 8}}));
}

TEST(Intervals, VeryManyBecomeOneAroundThem) {
  Intervals many(0, 1);
  many.Repeat(1'000'000'000, 2);
  EXPECT_EQ(many, Intervals(0, 1'999'999'999));
}

TEST(Intervals, AreSets) {
  std::mt19937 random(1);
  const auto draw = [&](int bound) { return static_cast<int64_t>(random() % bound); };
  for (int round = 0; round < 2000; ++round) {
    Intervals a;
    Intervals b;
    std::set<int64_t> elements;
    for (int64_t n = draw(4); n > 0; --n) {
      const int64_t begin = draw(30);
      a.Add(begin, begin + draw(5));
    }
    for (int64_t n = draw(4); n > 0; --n) {
      const int64_t begin = draw(60);
      b.Add(begin, begin + draw(5));
    }
    const int64_t count = draw(4);
    const int64_t stride = draw(21) - 10;
    elements = Elements(a);
    for (const int64_t element : Elements(a)) {
      for (int64_t i = 1; i < count; ++i) elements.insert(element + i * stride);
    }
    a.Repeat(count, stride);
    ASSERT_EQ(Elements(a), elements);
    const std::set<int64_t> others = Elements(b);
    const bool meets = std::any_of(elements.begin(), elements.end(),
                                   [&](int64_t element) { return others.contains(element); });
    ASSERT_EQ(a.Meets(b), meets);
    ASSERT_EQ(b.Meets(a), meets);
    elements.insert(others.begin(), others.end());
    a.Add(b);
    ASSERT_EQ(Elements(a), elements);
    ASSERT_TRUE(std::is_sorted(a.list().begin(), a.list().end()));
  }
}

}  // namespace
}  // namespace nve
