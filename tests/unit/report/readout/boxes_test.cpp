// SPDX-License-Identifier: Apache-2.0
// Intersections by hand.
#include "report/readout/boxes.hpp"

#include <gtest/gtest.h>

namespace nve {
namespace {

TEST(Boxes, IntersectInWhatBothHave) {
  const Box box = {10, 20, 4, 6};
  EXPECT_EQ(Intersection(box, box), 24);
  EXPECT_EQ(Intersection(box, {12, 24, 10, 10}), 4);
  EXPECT_EQ(Intersection(box, {14, 20, 4, 6}), 0);
  EXPECT_EQ(Intersection(box, {11, 26, 1, 1}), 0);
  EXPECT_EQ(Intersection(box, {-100, -100, 1000, 1000}), 24);
}

TEST(Boxes, OverlapByIntersectionOverUnion) {
  const Box box = {0, 0, 4, 4};
  EXPECT_EQ(IntersectionOverUnion(box, box), 1);
  EXPECT_EQ(IntersectionOverUnion(box, {2, 0, 4, 4}), 8.0 / 24);
  EXPECT_EQ(IntersectionOverUnion(box, {4, 4, 4, 4}), 0);
  EXPECT_EQ(IntersectionOverUnion(box, {1, 1, 2, 2}), 0.25);
  EXPECT_EQ(IntersectionOverUnion({}, {}), 0);
}

}  // namespace
}  // namespace nve
