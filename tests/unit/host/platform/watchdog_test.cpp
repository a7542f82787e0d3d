// SPDX-License-Identifier: Apache-2.0
// When a run has to end.
#include "host/platform/watchdog.hpp"

#include <gtest/gtest.h>

namespace nve {
namespace {

TEST(Watchdog, BitesAfterCyclesInWhichNothingMoves) {
  Watchdog watchdog(10, 1000);
  EXPECT_FALSE(watchdog.Bites(9));
  EXPECT_TRUE(watchdog.Bites(10));
  watchdog.Moved(7);
  EXPECT_FALSE(watchdog.Bites(16));
  EXPECT_TRUE(watchdog.Bites(17));
  EXPECT_EQ(watchdog.stopped_cycle(), std::nullopt);
}

TEST(Watchdog, TheReportOfAStandstillHasCyclesOfItsOwn) {
  Watchdog watchdog(10, 20);
  watchdog.Moved(5);
  watchdog.EndForStandstill(15);
  EXPECT_EQ(watchdog.stopped_cycle(), 5U);
  EXPECT_FALSE(watchdog.Bites(24));
  EXPECT_FALSE(watchdog.AtLimit(20));
}

TEST(Watchdog, ARunHasALimit) {
  Watchdog watchdog(100, 20);
  watchdog.Moved(19);
  EXPECT_EQ(watchdog.CyclesLeft(18), 2U);
  EXPECT_FALSE(watchdog.AtLimit(19));
  EXPECT_TRUE(watchdog.AtLimit(20));
  watchdog.EndAtLimit();
  EXPECT_EQ(watchdog.stopped_cycle(), 19U);
  watchdog.Forget();
  EXPECT_EQ(watchdog.stopped_cycle(), std::nullopt);
}

}  // namespace
}  // namespace nve
