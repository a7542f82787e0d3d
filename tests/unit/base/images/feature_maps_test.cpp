// SPDX-License-Identifier: Apache-2.0
// Whether maps are large enough.
#include "base/images/feature_maps.hpp"

#include <gtest/gtest.h>

namespace nve {
namespace {

TEST(FeatureMaps, TooSmallInAnyExtent) {
  const FeatureMaps maps(2, 10, 20);
  EXPECT_EQ(TooSmall(maps, 2, 10, 20), "");
  EXPECT_EQ(TooSmall(maps, 1, 1, 1), "");
  EXPECT_EQ(TooSmall(maps, 1, 10, 21),
            "too small: needed 1 map of 21 x 10 pixels (width x height), found 2 of 20 x 10");
  EXPECT_NE(TooSmall(maps, 1, 11, 20), "");
  EXPECT_EQ(TooSmall(maps, 3, 10, 20, "n.xml needs"),
            "too small: n.xml needs 3 maps of 20 x 10 pixels (width x height), found 2 of 20 x 10");
}

}  // namespace
}  // namespace nve
