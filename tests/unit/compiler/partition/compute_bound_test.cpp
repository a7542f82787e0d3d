// SPDX-License-Identifier: Apache-2.0
// Bounds of layers on several cores, by hand.
#include "compiler/partition/compute_bound.hpp"

#include <gtest/gtest.h>

namespace nve {
namespace {

std::vector<RepeatedPart> Parts(int64_t passes, const std::vector<int64_t>& intervals) {
  std::vector<RepeatedPart> parts;
  for (const int64_t ii : intervals) parts.push_back({passes, ii});
  return parts;
}

TEST(ComputeBound, OfOneCoreIsAllWork) {
  const ComputeBound bound = ComputeBoundOf(Parts(11, {10, 20, 30}), 4, 1);
  EXPECT_EQ(bound.cycles, 11 * 60 * 4);
  EXPECT_EQ(bound.partition, (Partition{1, 1}));
}

// Four groups of one program: 40 x 3 strips. Two groups of two: 50 x 2 strips. By strips alone 100
// x 1 strip.
TEST(ComputeBound, IsThatOfTheBestPartition) {
  const std::vector<RepeatedPart> parts = Parts(1, {40, 10, 20, 30});
  EXPECT_EQ(ComputeBoundOf(parts, 3, 4).cycles, 100);
  EXPECT_EQ(ComputeBoundOf(parts, 2, 4).cycles, 50);
  EXPECT_EQ(ComputeBoundOf(parts, 2, 4).partition, (Partition{2, 2}));
  EXPECT_EQ(ComputeBoundOf(parts, 1, 4).cycles, 40);
  EXPECT_EQ(ComputeBoundOf(parts, 1, 4).partition, (Partition{4, 1}));
}

TEST(ComputeBound, CoresBeyondTheWorkAreIdle) {
  EXPECT_EQ(ComputeBoundOf(Parts(7, {3}), 2, 8).cycles, 7 * 3);
}

// Layer L3 of face detection, 312 x 172 outputs, horizontal vectors, in programs of 8 and 6 maps.
TEST(ComputeBound, OfADetectorsLayer) {
  const std::vector<RepeatedPart> parts = Parts(173, {8 * 37, 6 * 37});
  EXPECT_EQ(ComputeBoundOf(parts, 20, 1).cycles, 173 * 518 * 20);
  EXPECT_EQ(ComputeBoundOf(parts, 20, 4).partition, (Partition{1, 4}));
  EXPECT_EQ(ComputeBoundOf(parts, 20, 8).cycles, 173 * 296 * 5);
  EXPECT_EQ(ComputeBoundOf(parts, 20, 8).partition, (Partition{2, 4}));
  EXPECT_EQ(ComputeBoundOf(parts, 20, 16).cycles, 173 * 296 * 3);
}

}  // namespace
}  // namespace nve
