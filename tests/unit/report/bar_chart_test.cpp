// SPDX-License-Identifier: Apache-2.0
// Bar charts are XML and show their numbers.
#include "report/bar_chart.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/report/drawing.hpp"

namespace nve {
namespace {

using testing::BarHeights;
using testing::Count;
using testing::Drawing;
using testing::Parse;

TEST(BarChart, LeavesOutMissingBars) {
  const BarChart chart = {"A & B",
                          "layer",
                          "words",
                          1,
                          false,
                          {"L1", "L2"},
                          {{"one <1>", {1.0, std::nullopt}}, {"two", {2.3, 0.0}}}};
  const Drawing drawing = Parse(BarChartSvg(chart));
  EXPECT_EQ(drawing.elements.at("rect"), 1 + 3 + 2);  // ground, bars, legend
  for (const char* text : {"A & B", "layer", "words", "L1", "L2", "one <1>", "two", "1.0", "2.3"}) {
    EXPECT_EQ(Count(drawing, text), 1) << text;
  }
}

TEST(BarChart, StacksSeriesWithTheirSumAbove) {
  BarChart chart = {"stack", "x", "y", 0, false, {"L1", "L2"}, {{"a", {30, 10}}, {"b", {20, {}}}},
                    true};
  const Drawing drawing = Parse(BarChartSvg(chart));
  EXPECT_EQ(Count(drawing, "50"), 2) << "the sum of L1, and the end of the axis";
  // The second series of L1 is two thirds as high as the first; that of L2 is not there.
  std::vector<double> heights;
  for (const auto& [width, height] : drawing.rectangles) {
    if (width == 18) heights.push_back(height);
  }
  ASSERT_EQ(heights.size(), 4);
  EXPECT_NEAR(heights[1] / heights[0], 2.0 / 3, 0.01);
  EXPECT_EQ(heights[3], 0);
}

TEST(BarChart, DrawsNothingButAxesWithoutValues) {
  const Drawing drawing = Parse(BarChartSvg({"none", "x", "y", 0, false, {"L1"}, {{"s", {0.0}}}}));
  EXPECT_EQ(Count(drawing, "L1"), 1);
}

TEST(BarChart, HasPowersOfTenOnALogarithmicAxis) {
  const BarChart chart = {
      "log", "x", "y", 0, true, {"L1"}, {{"s", {1000.0}}, {"t", {20000.0}}, {"u", {0.0}}}};
  const Drawing drawing = Parse(BarChartSvg(chart));
  for (const char* label : {"100", "10000", "100000"}) EXPECT_EQ(Count(drawing, label), 1);
  EXPECT_EQ(Count(drawing, "1000"), 2);  // and on the bar
  EXPECT_EQ(Count(drawing, "10"), 0);
  EXPECT_EQ(Count(drawing, "1000000"), 0);
  // Three decades of nine lines, the highest, and the axis of the groups.
  EXPECT_EQ(drawing.elements.at("line"), 3 * 9 + 1 + 1);
  const std::vector<double> heights = BarHeights(drawing);
  ASSERT_EQ(heights.size(), 3u);
  const double decade = 320.0 / 3;
  EXPECT_NEAR(heights[0], decade, 0.1);
  EXPECT_NEAR(heights[1], decade * (2 + std::log10(2)), 0.1);
  EXPECT_EQ(heights[2], 0);
}

}  // namespace
}  // namespace nve
