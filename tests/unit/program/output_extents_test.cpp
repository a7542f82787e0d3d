// SPDX-License-Identifier: Apache-2.0
// Extents of outputs, whichever way the vectors lie.
#include "program/output_extents.hpp"

#include <gtest/gtest.h>

namespace nve {
namespace {

TEST(OutputExtents, AreThoseInThePicture) {
  Binary binary;
  EXPECT_EQ(OutputExtentsOf(binary), MapExtents());
  Plane plane;
  plane.height = 3;
  plane.width = 5;
  binary.planes = {Plane(), plane, plane};
  binary.output_planes = {1, 2};
  EXPECT_EQ(OutputExtentsOf(binary), (MapExtents{2, 3, 5}));
  binary.vectors = Vectors::kHorizontal;
  EXPECT_EQ(OutputExtentsOf(binary), (MapExtents{2, 5, 3}));
}

}  // namespace
}  // namespace nve
