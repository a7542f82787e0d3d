// SPDX-License-Identifier: Apache-2.0
#include "base/round_up.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace nve {
namespace {

TEST(RoundUp, NextMultiple) {
  EXPECT_EQ(RoundUp(0, 8), 0);
  EXPECT_EQ(RoundUp(1, 8), 8);
  EXPECT_EQ(RoundUp(8, 8), 8);
  EXPECT_EQ(RoundUp<uint64_t>((uint64_t{1} << 32) + 1, 128), (uint64_t{1} << 32) + 128);
}

}  // namespace
}  // namespace nve
