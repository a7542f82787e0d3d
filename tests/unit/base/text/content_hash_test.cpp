// SPDX-License-Identifier: Apache-2.0
// The published values of FNV-1a, 128 bits.
#include "base/text/content_hash.hpp"

#include <gtest/gtest.h>

namespace nve {
namespace {

TEST(ContentHash, HasThePublishedValues) {
  EXPECT_EQ(ContentHash().Digits(), "6c62272e07bb014262b821756295c58d");
  EXPECT_EQ(ContentHash().Add("a").Digits(), "d228cb696f1a8caf78912b704e4a8964");
  EXPECT_EQ(ContentHash().Add("foobar").Digits(), "343e1662793c64bf6f0d3597ba446f18");
}

TEST(ContentHash, PartsAddUp) {
  EXPECT_EQ(ContentHash().Add("foo").Add("bar").Digits(), ContentHash().Add("foobar").Digits());
}

}  // namespace
}  // namespace nve
