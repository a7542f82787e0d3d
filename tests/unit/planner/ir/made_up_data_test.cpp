// SPDX-License-Identifier: Apache-2.0
// The first words of the made-up data, from the formula by hand.
#include "planner/ir/made_up_data.hpp"

#include <gtest/gtest.h>

namespace nve::planner {
namespace {

// 1664525 + 1013904223 = 0x3C88'596C, 2 * 1664525 + 1013904223 = 0x3CA1'BF79; the highest byte less
// 128
TEST(MadeUpDataTest, BeginsAsTheFormulaSays) {
  const LayerData data = MadeUpData(2, 1);
  ASSERT_EQ(data.input.size(), 2u);
  ASSERT_EQ(data.weight.size(), 1u);
  EXPECT_EQ(data.input[0], 0x3C - 128);
  EXPECT_EQ(data.input[1], 0x5E - 128);  // 0x3C88'596C * 1664525 + 1013904223 = 0x5E88'85DB
  EXPECT_EQ(data.weight[0], 0x3C - 128);
}

}  // namespace
}  // namespace nve::planner
