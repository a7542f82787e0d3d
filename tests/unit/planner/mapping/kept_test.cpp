// SPDX-License-Identifier: Apache-2.0
// Words of plans that keep tiles, counted by hand on a walk of 2 x 3 x 4 tiles.
#include "planner/mapping/kept.hpp"

#include <gtest/gtest.h>

namespace nve::planner {
namespace {

// Output maps outermost, rows innermost: the input (of c and h) is walked once for each n.
TEST(KeptWordsTest, SlotsSaveWhatTheyHold) {
  Walk walk = {{}, {120, 60, 80}, {0, 0, 0}};
  walk.trips.n = 2;
  walk.trips.c = 3;
  walk.trips.h = 4;
  const auto words = [&] { return KeptWords(walk, LoopGroup::kOutputs, LoopGroup::kMaps); };
  // Nothing kept: input once more, weights free in the innermost loop, sums out and in again twice
  EXPECT_EQ(words(), (Words{240, 60, 80 + 2 * 2 * 80}));
  // One of the twelve input tiles is still there when the second pass turns back
  walk.slots = {1, 1, 1};
  EXPECT_EQ(words().input, 240 - 10);
  // Of each n's four tiles of sums one is there at each of the two turns
  EXPECT_EQ(words().output, 80 + 2 * 2 * (80 - 20));
  walk.slots = {12, 1, 4};
  EXPECT_EQ(words(), (Words{120, 60, 80}));
}

}  // namespace
}  // namespace nve::planner
