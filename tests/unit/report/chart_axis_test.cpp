// SPDX-License-Identifier: Apache-2.0
// Where axes begin and end, which ticks they have and where values stand.
#include "report/chart_axis.hpp"

#include <gtest/gtest.h>

namespace nve {
namespace {

std::vector<double> Labelled(const ChartAxis& axis) {
  std::vector<double> values;
  for (const ChartTick& tick : axis.ticks) {
    if (tick.labelled) values.push_back(tick.value);
  }
  return values;
}

TEST(ChartAxis, LinearReachesTheMost) {
  const ChartAxis axis = LinearAxis(101);
  EXPECT_EQ(axis.First(), 0);
  EXPECT_EQ(axis.Last(), 120);
  EXPECT_EQ(axis.ticks.size(), 7u);
  EXPECT_DOUBLE_EQ(axis.Part(30), 0.25);
}

TEST(ChartAxis, LogarithmicBeginsBelowTheLeast) {
  const ChartAxis axis = LogarithmicAxis(10, 1000);
  EXPECT_DOUBLE_EQ(axis.First(), 1);
  EXPECT_DOUBLE_EQ(axis.Last(), 1000);
  EXPECT_DOUBLE_EQ(axis.Part(10), 1.0 / 3);
  EXPECT_EQ(axis.Part(0.1), 0) << "below the first tick";
}

TEST(ChartAxis, NarrowEndsAtNeighboursOfItsValues) {
  const ChartAxis axis = NarrowLogarithmicAxis(0.25, 3.2);
  EXPECT_NEAR(axis.First(), 0.2, 1e-12);
  EXPECT_NEAR(axis.Last(), 4, 1e-12);
  EXPECT_EQ(Labelled(axis).size(), 4u);  // 0.2, 0.5, 1, 2
}

TEST(ChartAxis, NarrowOverDecadesLabelsTheirPowers) {
  const ChartAxis axis = NarrowLogarithmicAxis(0.3, 4000);
  EXPECT_NEAR(axis.First(), 0.3, 1e-12);
  EXPECT_NEAR(axis.Last(), 4000, 1e-9);
  EXPECT_EQ(Labelled(axis).size(), 4u);  // 1, 10, 100, 1000
}

TEST(ChartAxis, Labels) {
  EXPECT_EQ(TickLabel(0.5), "0.5");
  EXPECT_EQ(TickLabel(1000000), "1000000");
}

}  // namespace
}  // namespace nve
